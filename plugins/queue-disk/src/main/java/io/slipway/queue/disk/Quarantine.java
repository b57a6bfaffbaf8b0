package io.slipway.queue.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder for files that are damaged or not understood; nothing in it is ever deleted by the queue. A damaged file
 * that is still read gets a second name in it, which takes no room. For all threads.
 */
final class Quarantine {

    static final String NAME = "quarantine";

    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);

    private final Disk disk;
    private final Path folder;
    private final long most;

    /** @param most the bytes it may hold; files of further damage are not kept */
    Quarantine(Disk disk, Path queue, long most) {
        this.disk = disk;
        this.folder = queue.resolve(NAME);
        this.most = most;
    }

    /** Keeps the file also when the queue deletes it. */
    synchronized void keep(Segment segment, String why) {
        try {
            Files.createDirectories(folder);
            if (held() + segment.bytes() > most) {
                LOG.error(
                        "queue: the file {} is damaged ({}) and will not be kept once it is passed, as \"{}\" is full.",
                        segment.name(),
                        why,
                        folder);
                return;
            }
            Path second = free(segment.name());
            disk.link(segment.path(), second);
            LOG.error("queue: the file {} is damaged ({}); it is kept as \"{}\".", segment.name(), why, second);
        } catch (IOException e) {
            LOG.error(
                    "queue: the file {} is damaged ({}) and cannot be kept in \"{}\": {}.",
                    segment.name(),
                    why,
                    folder,
                    Committer.rootOf(e));
        }
    }

    /** Moves a file there that is of no use to the queue. */
    synchronized void move(Path file, String why) throws IOException {
        Files.createDirectories(folder);
        Path target = free(file.getFileName().toString());
        disk.move(file, target);
        LOG.warn("queue: the file {} {}; it is kept as \"{}\".", file.getFileName(), why, target);
    }

    private long held() throws IOException {
        long sum = 0;
        for (Disk.Found found : disk.list(folder)) {
            sum += found.size();
        }
        return sum;
    }

    private Path free(String name) {
        Path path = folder.resolve(name);
        for (int number = 1; Files.exists(path); number++) {
            path = folder.resolve(name + "." + number);
        }
        return path;
    }
}
