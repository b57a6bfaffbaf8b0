package io.slipway.queue.memory;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that holds a number at or above every id ever given, so that none is given twice. One line, {@code ids
 * <number> <checksum>}; written beside its place, synced, and moved there, so a crash leaves the old one or the new one.
 *
 * <p>A damaged file is kept as {@code ids.damaged-…}, and ids go on from the time of day: a thousand ids for each
 * millisecond since 1970, more than were ever given unless a million events came each second since then.
 *
 * <p>Used by one thread at a time, which nobody interrupts.
 */
final class IdMark {

    private static final Logger LOG = LoggerFactory.getLogger(IdMark.class);
    private static final String NAME = "ids";
    private static final String DAMAGED = NAME + ".damaged-";
    private static final Pattern FORM = Pattern.compile("ids (\\d{1,18}) ([0-9a-f]{1,8})\n");

    private final Path folder;
    private final String queue;
    private final InstantSource clock;

    IdMark(Path folder, String queue, InstantSource clock) {
        this.folder = folder;
        this.queue = queue;
        this.clock = clock;
    }

    /** The number; 0 if no id was ever given. */
    long read() throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return hasDamaged() ? fromTime() : 0;
        }
        Matcher form = FORM.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        if (form.matches() && form.group(2).equals(checksum(form.group(1)))) {
            return Long.parseLong(form.group(1));
        }
        Path aside = folder.resolve(DAMAGED + clock.millis());
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        long mark = fromTime();
        LOG.warn(
                "queue {}: the file of the highest id is damaged, kept as {}; ids go on above {}.", queue, aside, mark);
        return mark;
    }

    void write(long mark) throws IOException {
        Path fresh = folder.resolve(NAME + ".tmp");
        try (FileOutputStream out = new FileOutputStream(fresh.toFile())) {
            out.write(("ids " + mark + " " + checksum(Long.toString(mark)) + "\n").getBytes(StandardCharsets.US_ASCII));
            out.getFD().sync();
        }
        Files.move(fresh, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder();
    }

    private void syncFolder() throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private long fromTime() {
        return Math.multiplyExact(clock.millis(), 1000L);
    }

    private boolean hasDamaged() throws IOException {
        try (DirectoryStream<Path> damaged = Files.newDirectoryStream(folder, DAMAGED + "*")) {
            return damaged.iterator().hasNext();
        }
    }

    private static String checksum(String number) {
        CRC32 crc = new CRC32();
        crc.update(number.getBytes(StandardCharsets.US_ASCII));
        return Long.toHexString(crc.getValue());
    }
}
