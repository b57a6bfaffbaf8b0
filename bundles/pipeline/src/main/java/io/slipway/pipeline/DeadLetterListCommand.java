package io.slipway.pipeline;

import io.slipway.core.config.Configurations;
import io.slipway.core.plugin.Plugins;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Prints what dead letters there are, for each output and the intake. Safe beside a running shipper. Encrypted ones are
 * opened with the key of the configuration for their reasons; without it they are counted.
 */
@Component(service = ToIntFunction.class, property = "slipway.command=dlq-list")
public final class DeadLetterListCommand implements ToIntFunction<Map<String, String>> {

    private static final int TOP = 5;
    private static final int SHOWN = 200;

    /** More kinds of reason than this are counted as one, so a listing needs no more memory than a screen. */
    private static final int KINDS = 1000;

    private static final String OTHERS = "(other reasons)";

    private final DataFolder data;
    private final QueueCall call;

    @Activate
    public DeadLetterListCommand(
            BundleContext bundle, @Reference Configurations configurations, @Reference Plugins plugins) {
        this(
                new DataFolder(Path.of(bundle.getProperty("slipway.data"))),
                new QueueCall(bundle, configurations, plugins));
    }

    DeadLetterListCommand(DataFolder data, QueueCall call) {
        this.data = data;
        this.call = call;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        try {
            Sealing sealing = new Sealing(Optional.of(new ConfiguredVault(call, options)));
            boolean any = false;
            for (Path folder : folders()) {
                any |= list(folder, sealing, System.out);
            }
            if (!any) {
                System.out.println("There are no dead letters.");
            }
            return ExitCode.FINE;
        } catch (IOException e) {
            System.err.println("The dead letters in \"" + data.deadLetters() + "\" cannot be read: " + e.getMessage());
            return ExitCode.OTHER;
        }
    }

    private List<Path> folders() throws IOException {
        if (!Files.isDirectory(data.deadLetters())) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(data.deadLetters())) {
            return folders.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static boolean list(Path folder, Sealing sealing, PrintStream out) throws IOException {
        Replay.State replay = Replay.state(folder);
        boolean replaying = Files.exists(Replay.request(folder));
        Summary summary = new Summary(sealing);
        for (LetterFile file : LetterFile.in(folder)) {
            summary.add(file, Replay.done(folder, file));
        }
        if (summary.letters == 0 && !replaying) {
            return false;
        }
        out.println(DataFolder.unescaped(folder.getFileName().toString()) + ":");
        out.println("  letters: " + summary.letters + ", files: " + summary.files + ", bytes: " + summary.bytes);
        if (summary.letters > 0) {
            out.println("  oldest: " + summary.oldest + ", newest: " + summary.newest);
        }
        if (replaying) {
            out.println(
                    "  replay: " + replay.delivered() + " delivered, " + replay.putAside() + " put aside again so far");
        }
        summary.reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(TOP)
                .forEach(reason -> out.println("  " + reason.getValue() + " x " + reason.getKey()));
        if (summary.unopened > 0) {
            out.println("  " + summary.unopened + " encrypted, cannot be opened: " + summary.why);
        }
        out.println("  in " + folder);
        return true;
    }

    private static final class Summary {

        private final Sealing sealing;
        private final Map<String, Long> reasons = new HashMap<>();
        private Instant oldest = Instant.MAX;
        private Instant newest = Instant.MIN;
        private long letters;
        private long files;
        private long bytes;
        private long unopened;
        private String why = "";

        Summary(Sealing sealing) {
            this.sealing = sealing;
        }

        void add(LetterFile file, long offset) throws IOException {
            long before = letters;
            long end = file.lines(offset, line -> {
                try {
                    DeadLetter letter = sealing.read(line);
                    add(letter.time());
                    add(letter.reason());
                } catch (UnopenedException e) {
                    add(e.time());
                    unopened++;
                    why = e.getMessage();
                } catch (IOException e) {
                    add(Instant.now());
                    add("(a damaged line)");
                }
                return true;
            });
            bytes += end - offset;
            files += letters > before ? 1 : 0;
        }

        private void add(Instant time) {
            letters++;
            oldest = time.isBefore(oldest) ? time : oldest;
            newest = time.isAfter(newest) ? time : newest;
        }

        private void add(String given) {
            String reason = given.length() > SHOWN ? given.substring(0, SHOWN) + "…" : given;
            boolean known = reasons.containsKey(reason) || reasons.size() < KINDS;
            reasons.merge(known ? reason : OTHERS, 1L, Long::sum);
        }
    }
}
