package io.slipway.output.file;

import io.slipway.api.event.Event;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.api.output.Output;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncodingException;
import io.slipway.output.file.FileOutputSettings.Fsync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Appends events to files, each followed by a line feed. */
final class FileOutput implements Output {

    private static final Logger LOG = LoggerFactory.getLogger(FileOutput.class);

    /** Above this much, what is there is written before the batch is whole. */
    private static final int PIECE = 1 << 20;

    private final FileOutputSettings settings;
    private final PluginContext context;
    private final Encoder encoder;
    private final LineWriter writer;
    /** Syncs for {@code fsync: interval}; its thread is there only while it is needed. */
    private final ThreadPoolExecutor syncs;

    private boolean syncComes;

    FileOutput(FileOutputSettings settings, PluginContext context, LineFile.Opener opener) {
        this.settings = settings;
        this.context = context;
        encoder = context.encoder(settings.codec());
        writer = new LineWriter(settings, context.name(), context.clock(), opener);
        syncs = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                this::thread,
                new ThreadPoolExecutor.DiscardPolicy());
        syncs.allowCoreThreadTimeOut(true);
    }

    /**
     * If the disk fails when a part of the batch is already safe in a file that is full, only that part has an outcome.
     */
    @Override
    public synchronized Delivery deliver(List<Event> events) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        List<Outcome> outcomes = new ArrayList<>(events.size());
        int safe = 0;
        try {
            writer.begin();
            for (Event event : events) {
                int before = writer.lines().size();
                Outcome outcome = add(event);
                if (writer.isOver() && (before > 0 || !writer.isEmpty())) {
                    writer.write(before);
                    writer.keep();
                    safe = outcomes.size();
                    writer.rotate();
                }
                outcomes.add(outcome);
                if (writer.lines().size() > PIECE) {
                    writer.write(writer.lines().size());
                }
            }
            writer.write(writer.lines().size());
            writer.keep();
        } catch (IOException e) {
            writer.undo();
            if (safe == 0) {
                throw new IOException("cannot write to " + writer.folder() + " (" + reason(e) + ")", e);
            }
            return Delivery.of(outcomes.subList(0, safe));
        }
        if (settings.fsync() == Fsync.INTERVAL) {
            syncSoon();
        }
        return Delivery.of(outcomes);
    }

    private Outcome add(Event event) throws IOException {
        LineBuffer lines = writer.lines();
        int before = lines.size();
        try {
            encoder.encode(event, lines);
            lines.write('\n');
            return Outcome.DELIVERED;
        } catch (EncodingException e) {
            lines.cutTo(before);
            return Outcome.rejected(e.getMessage());
        }
    }

    private void syncSoon() {
        if (!syncComes) {
            syncComes = true;
            long delay = settings.fsyncInterval().toNanos();
            context.scheduler().schedule(() -> syncs.execute(this::sync), delay, TimeUnit.NANOSECONDS);
        }
    }

    private synchronized void sync() {
        syncComes = false;
        try {
            writer.sync();
        } catch (IOException e) {
            LOG.error(
                    "output {}: cannot sync a file in {} ({}). Events that were delivered may be lost if the machine stops.",
                    context.name(),
                    writer.folder(),
                    reason(e));
        }
    }

    @Override
    public String check() throws IOException {
        Path folder = writer.folder();
        DiskFile.makeFolder(folder, settings.rights());
        Files.delete(Files.createTempFile(folder, ".slipway-check", ""));
        return "writes to " + folder;
    }

    @Override
    public synchronized void close() throws IOException {
        syncs.shutdown();
        try {
            if (settings.fsync() == Fsync.INTERVAL) {
                writer.sync();
            }
        } finally {
            writer.close();
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private Thread thread(Runnable task) {
        Thread thread = new Thread(task, "slipway-output-" + context.name() + "-sync");
        thread.setDaemon(true);
        return thread;
    }
}
