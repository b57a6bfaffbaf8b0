package io.slipway.pipeline;

import io.slipway.api.event.ByteSlice;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Prints what dead letters there are, for each output and the intake. Safe beside a running shipper. */
@Component(service = ToIntFunction.class, property = "slipway.command=dlq-list")
public final class DeadLetterListCommand implements ToIntFunction<Map<String, String>> {

    private static final int TOP = 5;
    private static final int SHOWN = 200;

    /** More kinds of reason than this are counted as one, so a listing needs no more memory than a screen. */
    private static final int KINDS = 1000;

    private static final String OTHERS = "(other reasons)";

    private final DataFolder data;

    @Activate
    public DeadLetterListCommand(BundleContext bundle) {
        this(new DataFolder(Path.of(bundle.getProperty("slipway.data"))));
    }

    DeadLetterListCommand(DataFolder data) {
        this.data = data;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        try {
            boolean any = false;
            for (Path folder : folders()) {
                any |= list(folder, System.out);
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

    private static boolean list(Path folder, PrintStream out) throws IOException {
        Replay.State replay = Replay.state(folder);
        boolean replaying = Files.exists(Replay.request(folder));
        Summary summary = new Summary();
        for (LetterFile file : LetterFile.in(folder)) {
            boolean begun = replaying && file.number() == replay.file();
            summary.add(file, begun ? replay.offset() : 0);
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
        out.println("  in " + folder);
        return true;
    }

    private static final class Summary {

        private final Map<String, Long> reasons = new HashMap<>();
        private Instant oldest = Instant.MAX;
        private Instant newest = Instant.MIN;
        private long letters;
        private long files;
        private long bytes;

        void add(LetterFile file, long offset) throws IOException {
            long before = letters;
            long end = file.lines(offset, line -> {
                try {
                    add(DeadLetter.parse(line));
                } catch (IOException e) {
                    add(DeadLetter.unreadable(0, ByteSlice.of(line), "(a damaged line)", Instant.now()));
                }
                return true;
            });
            bytes += end - offset;
            files += letters > before ? 1 : 0;
        }

        private void add(DeadLetter letter) {
            letters++;
            oldest = letter.time().isBefore(oldest) ? letter.time() : oldest;
            newest = letter.time().isAfter(newest) ? letter.time() : newest;
            String reason =
                    letter.reason().length() > SHOWN ? letter.reason().substring(0, SHOWN) + "…" : letter.reason();
            boolean known = reasons.containsKey(reason) || reasons.size() < KINDS;
            reasons.merge(known ? reason : OTHERS, 1L, Long::sum);
        }
    }
}
