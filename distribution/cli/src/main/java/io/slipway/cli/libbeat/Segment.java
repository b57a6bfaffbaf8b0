package io.slipway.cli.libbeat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A segment file of a queue.
 *
 * @param id from its name, unsigned
 * @param size in bytes, when the folder was looked at
 */
public record Segment(Path file, long id, long size) {

    private static final Pattern NAME = Pattern.compile("([0-9]{1,20})\\.seg", Pattern.CASE_INSENSITIVE);

    /** The segments of a folder, oldest first. What is named otherwise is none. */
    public static List<Segment> in(Path folder) throws IOException {
        List<Segment> segments = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches() && Files.isRegularFile(file)) {
                    addUnlessTooLarge(segments, file, name.group(1));
                }
            }
        }
        segments.sort((a, b) -> Long.compareUnsigned(a.id, b.id));
        return segments;
    }

    /** The file's name alone. */
    public String name() {
        return file.getFileName().toString().toLowerCase(Locale.ROOT);
    }

    private static void addUnlessTooLarge(List<Segment> segments, Path file, String digits) throws IOException {
        try {
            segments.add(new Segment(file, Long.parseUnsignedLong(digits), Files.size(file)));
        } catch (NumberFormatException e) {
            return; // beyond 64 bits, which libbeat does not write
        }
    }
}
