package io.slipway.queue.disk;

import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder of a queue that two outputs used, with four files and more, of the oldest of which each has settled a part. */
final class FilledFolder {

    static final List<String> NAMES = List.of("one", "two");
    static final Limits LIMITS = new Limits(2_000_000, 64_000, 32_000, 16_000, 1 << 20, 20_000);

    private final Path folder;
    private final FaultyDisk disk;
    private final Ledger ledger;

    FilledFolder(Path root, Ledger ledger) throws IOException {
        folder = Files.createDirectories(root.resolve("queue"));
        disk = new FaultyDisk(Files.createDirectories(root.resolve("graveyard")));
        this.ledger = ledger;
    }

    Path folder() {
        return folder;
    }

    /** @param killed whether the queue ends without a word @return the generation */
    String fill(DiskQueueSettings settings, boolean killed) throws Exception {
        DiskQueue queue = Queues.open(settings, folder, LIMITS, disk);
        Cursor one = queue.cursor(NAMES.get(0), Start.OLDEST);
        Cursor two = queue.cursor(NAMES.get(1), Start.OLDEST);
        for (int i = 0; i < 32; i++) {
            ledger.append(queue, 20, 400);
        }
        ledger.work(one, NAMES.get(0), 130);
        ledger.work(two, NAMES.get(1), 50);
        queue.save();
        if (killed) {
            disk.turnOff();
        }
        try {
            queue.close();
        } catch (IOException e) {
            if (!killed) {
                throw e;
            }
        }
        return queue.generation();
    }

    List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> Segments.isSegment(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    List<Path> positions() {
        return List.of(folder.resolve("positions-0.mv"), folder.resolve("positions-1.mv"));
    }
}
