package io.slipway.pipeline;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One file of dead letters. Reading is safe while a shipper writes: half a line at the end is not seen. */
record LetterFile(Path path, int number) {

    private static final Pattern NAME = Pattern.compile("(\\d{6,9})\\.ndjson");
    private static final int BUFFER = 1 << 16;

    static LetterFile named(Path folder, int number) {
        return new LetterFile(folder.resolve(String.format("%06d.ndjson", number)), number);
    }

    /** The files in {@code folder}, oldest first; none if it does not exist. */
    static List<LetterFile> in(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> names = Files.list(folder)) {
            return names.flatMap(path -> of(path).stream())
                    .sorted(Comparator.comparingInt(LetterFile::number))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause(); // what a stream of names makes of a disk's fault
        }
    }

    private static Optional<LetterFile> of(Path path) {
        var name = NAME.matcher(path.getFileName().toString());
        return name.matches() ? Optional.of(new LetterFile(path, Integer.parseInt(name.group(1)))) : Optional.empty();
    }

    /** 0 if it is gone. */
    long size() throws IOException {
        try {
            return Files.size(path);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /**
     * Hands on the lines from {@code offset} until {@code reader} has enough or the file ends.
     *
     * @return where the next line begins
     */
    long lines(long offset, Reader reader) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), BUFFER)) {
            in.skipNBytes(offset);
            long next = offset;
            ByteArrayOutputStream line = new ByteArrayOutputStream(BUFFER);
            for (int b = in.read(); b >= 0; b = in.read()) {
                line.write(b);
                if (b != '\n') {
                    continue;
                }
                byte[] whole = line.toByteArray();
                if (!reader.wants(whole)) {
                    return next;
                }
                next += whole.length;
                line.reset();
            }
            return next;
        } catch (NoSuchFileException e) {
            return offset;
        }
    }

    /** Takes lines. */
    interface Reader {
        /** @return false to end here; the line counts as not read then */
        boolean wants(byte[] line) throws IOException;
    }
}
