package io.slipway.output.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of one output: {@code <name>-<yyyyMMdd>.ndjson}, then {@code <name>-<yyyyMMdd>-1.ndjson} and so on, by the day
 * on which each was begun, in UTC. Whatever else lies in the folder is left alone.
 */
final class FileSeries {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyyMMdd");

    private final Path folder;
    private final String name;
    private final Pattern form;

    FileSeries(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        form = Pattern.compile(Pattern.quote(name) + "-(\\d{8})(?:-([1-9]\\d{0,8}))?\\.ndjson");
    }

    Path folder() {
        return folder;
    }

    /** Those that are there, oldest first. */
    List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(this::member)
                    .flatMap(Optional::stream)
                    .sorted(Comparator.comparing(Member::day).thenComparing(Member::number))
                    .map(Member::path)
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** A name behind all others of the day of {@code now}. */
    Path next(Instant now) throws IOException {
        String day = DAY.format(now.atZone(ZoneOffset.UTC));
        int last = -1;
        for (Path file : files()) {
            Member member = member(file).orElseThrow();
            if (member.day().equals(day)) {
                last = member.number();
            }
        }
        return folder.resolve(name + "-" + day + (last < 0 ? "" : "-" + (last + 1)) + ".ndjson");
    }

    /** Deletes the oldest but {@code kept}, and never {@code current}. */
    void prune(int kept, Path current) throws IOException {
        List<Path> others = new ArrayList<>(files());
        others.remove(current);
        for (Path oldest : others.subList(0, Math.max(0, others.size() - (kept - 1)))) {
            Files.deleteIfExists(oldest);
        }
    }

    private Optional<Member> member(Path path) {
        Matcher name = form.matcher(path.getFileName().toString());
        if (!name.matches()) {
            return Optional.empty();
        }
        int number = name.group(2) == null ? 0 : Integer.parseInt(name.group(2));
        return Optional.of(new Member(path, name.group(1), number));
    }

    private record Member(Path path, String day, int number) {}
}
