package io.slipway.queue.disk;

import io.slipway.queue.disk.Disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * A file that keeps some room on the volume, to be given up when the disk is full: places can then still be saved, so that
 * files which all have passed can be deleted. For one thread at a time.
 */
final class Reserve {

    static final String NAME = "reserve";
    static final int SIZE = 1 << 20;

    private final Disk disk;
    private final Path file;

    Reserve(Disk disk, Path folder) {
        this.disk = disk;
        this.file = folder.resolve(NAME);
    }

    boolean isThere() {
        return Files.exists(file);
    }

    /** Takes the room, with bytes that no file system makes smaller. */
    void take() throws IOException {
        byte[] noise = new byte[SIZE];
        new Random(1).nextBytes(noise);
        try (DiskFile made = disk.create(file)) {
            made.write(ByteBuffer.wrap(noise), 0);
            made.force();
        } catch (IOException e) {
            giveUp();
            throw e;
        }
    }

    /** @return whether there was something to give up */
    boolean giveUp() {
        try {
            if (isThere()) {
                disk.delete(file);
                return true;
            }
        } catch (IOException e) {
            return false;
        }
        return false;
    }
}
