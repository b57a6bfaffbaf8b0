package io.slipway.queue.disk;

import io.slipway.queue.disk.Disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The salts of pass phrases, without which no key comes back. They are kept with the positions, and each file of events
 * says them too, so that they outlive the positions.
 */
final class Salts {

    private static final String PREFIX = "salt ";

    private Salts() {}

    /** What a new file says of {@code salts}. */
    static Map<String, String> told(Map<String, byte[]> salts) {
        Map<String, String> told = new HashMap<>();
        salts.forEach(
                (alias, salt) -> told.put(PREFIX + alias, Base64.getEncoder().encodeToString(salt)));
        return told;
    }

    /** Those of the positions; if these are damaged or missing, also what the files say, the newest first. */
    static Map<String, byte[]> of(Disk disk, Path folder, Positions.Reading reading) throws IOException {
        Map<String, byte[]> salts =
                new HashMap<>(reading.state().map(Positions.State::salts).orElse(Map.of()));
        if (reading.state().isPresent() && reading.unreadable().isEmpty()) {
            return salts;
        }
        List<Disk.Found> files = disk.list(folder);
        for (int i = files.size() - 1; i >= 0; i--) {
            if (Segments.isSegment(files.get(i).name())) {
                about(disk, files.get(i).path()).ifPresent(about -> add(about, salts));
            }
        }
        return salts;
    }

    private static void add(About about, Map<String, byte[]> salts) {
        about.entries().forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                salts.putIfAbsent(
                        key.substring(PREFIX.length()), Base64.getDecoder().decode(value));
            }
        });
    }

    private static Optional<About> about(Disk disk, Path path) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(Opening.START);
        try (DiskFile file = disk.open(path, false)) {
            int read = 0;
            while (read >= 0 && start.hasRemaining()) {
                read = file.read(start, start.position());
            }
        }
        start.flip();
        for (int at = 0; at + Integer.BYTES <= start.limit(); at++) {
            if (start.getInt(at) == BlockHeader.MAGIC) {
                return Optional.empty(); // what follows may be the content of events
            }
            if (start.getInt(at) == About.MAGIC) {
                Optional<About> about = About.parse(start.position(at));
                if (about.isPresent()) {
                    return about;
                }
            }
        }
        return Optional.empty();
    }
}
