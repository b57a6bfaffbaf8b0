package io.slipway.pipeline;

import io.slipway.api.queue.StoredQueue.Contents;
import io.slipway.api.queue.StoredQueue.Place;
import io.slipway.core.config.Configurations;
import io.slipway.core.plugin.Plugins;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Writes events of the queue as JSON, one to a line. Ends with 1 if some were lost or cannot be read. */
@Component(service = ToIntFunction.class, property = "slipway.command=queue-export")
public final class QueueExportCommand implements ToIntFunction<Map<String, String>> {

    private final QueueCall call;
    private final Plugins plugins;

    @Activate
    public QueueExportCommand(
            BundleContext bundle, @Reference Configurations configurations, @Reference Plugins plugins) {
        this(new QueueCall(bundle, configurations, plugins), plugins);
    }

    QueueExportCommand(QueueCall call, Plugins plugins) {
        this.call = call;
        this.plugins = plugins;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        CommandOptions given = new CommandOptions(options);
        return call.run(options, (queue, plan) -> {
            long first = Math.max(number(given, "from_id", 0), after(given.get("cursor"), queue.contents()));
            long limit = number(given, "limit", Long.MAX_VALUE);
            String file = given.get("output");
            try (OutputStream out =
                    new BufferedOutputStream(file.isEmpty() ? stdout() : create(Path.of(file)), 1 << 16)) {
                QueueExport export = new QueueExport(out, plugins::serializer, limit);
                long lost = limit == 0 ? 0 : queue.read(first, export);
                out.flush();
                return told(export, lost);
            }
        });
    }

    /** The id after the position of a cursor; 0 without one. */
    private static long after(String name, Contents contents) throws IOException {
        if (name.isEmpty()) {
            return 0;
        }
        return contents.cursors().stream()
                .filter(cursor -> cursor.name().equals(name))
                .mapToLong(cursor -> cursor.position() + 1)
                .findFirst()
                .orElseThrow(() -> new IOException("there is no cursor \"" + name + "\". Cursors: "
                        + contents.cursors().stream().map(Place::name).collect(Collectors.joining(", ")) + "."));
    }

    private static long number(CommandOptions options, String key, long otherwise) {
        String given = options.get(key);
        return given.isEmpty() ? otherwise : Long.parseLong(given);
    }

    /** The standard output; closing it leaves it open, and a reader that is gone ends the writing. */
    static OutputStream stdout() {
        return new FilterOutputStream(System.out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
                if (System.out.checkError()) {
                    throw new IOException("the standard output is closed; the rest is not written.");
                }
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    private static OutputStream create(Path file) throws IOException {
        if (Files.exists(file)) {
            throw new IOException("\"" + file + "\" is there already. Name a new file.");
        }
        return Channels.newOutputStream(DurableFile.create(file).getChannel());
    }

    private static int told(QueueExport export, long lost) {
        if (export.unreadable() > 0) {
            System.err.println(export.unreadable() + " events cannot be read and were written as bytes.");
        }
        if (lost > 0) {
            System.err.println(lost + " events are lost by damage and missing here.");
        }
        return export.unreadable() + lost == 0 ? ExitCode.FINE : ExitCode.OTHER;
    }
}
