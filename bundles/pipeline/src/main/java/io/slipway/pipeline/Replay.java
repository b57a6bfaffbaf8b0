package io.slipway.pipeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers the dead letters of one output once more. For one thread, but for {@link #isOver}.
 *
 * <p>The request is a file in the folder of the letters, so it outlives both who made it and the shipper. When it is
 * taken up, the current file of letters ends: what is in it and in those before is replayed, and what is put aside from
 * then on goes to later files and is not. Progress is kept in the request after each batch; a crash repeats at most that
 * one. A file that has been replayed is removed; letters in it that are encrypted and cannot be opened go on to a later
 * one, as they are.
 */
final class Replay {

    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);
    private static final JsonFactory JSON = new JsonFactory();
    private static final String REQUEST = "replay.json";
    private static final String RESULT = "replayed.json";

    private final DeadLetters letters;
    private final InstantSource clock;
    private State state;
    private String unopenedReason = "";
    private volatile boolean over;

    private Replay(DeadLetters letters, InstantSource clock, State state) {
        this.letters = letters;
        this.clock = clock;
        this.state = state;
    }

    static Path request(Path folder) {
        return folder.resolve(REQUEST);
    }

    /** Asks for a replay; one that is under way goes on instead. */
    static void ask(Path folder, String time) throws IOException {
        if (!Files.exists(request(folder))) {
            new DurableFile(request(folder)).write(new State(time, 0, 0, 0, 0, 0, 0).json());
        }
    }

    /** How far a replay is, or how the last one ended; zeros if there was none. */
    static State state(Path folder) throws IOException {
        Path running = request(folder);
        Path ended = folder.resolve(RESULT);
        return Files.exists(running)
                ? State.read(running)
                : Files.exists(ended) ? State.read(ended) : new State("", 0, 0, 0, 0, 0, 0);
    }

    /** How much of {@code file} a replay that is under way is done with. */
    static long done(Path folder, LetterFile file) throws IOException {
        State now = state(folder);
        return Files.exists(request(folder)) && file.number() == now.file() ? now.offset() : 0;
    }

    /** Takes up the request in the folder of {@code letters}. */
    static Replay begin(DeadLetters letters, InstantSource clock) throws IOException {
        State asked = State.read(request(letters.folder()));
        Replay replay = new Replay(letters, clock, asked);
        if (asked.through() == 0) {
            replay.save(new State(asked.requested(), letters.endFile(), 0, 0, 0, 0, 0));
        }
        return replay;
    }

    boolean isOver() {
        return over;
    }

    /** The next letters; none at the end of a file. */
    Portion next(int maxEvents, long maxBytes) throws IOException {
        List<DeadLetter> portion = new ArrayList<>();
        LetterFile file = current();
        if (file.number() > state.through()) {
            return new Portion(portion, 0, List.of());
        }
        long[] bytes = {0};
        List<byte[]> unopened = new ArrayList<>();
        long end = file.lines(state.offset(), line -> {
            bytes[0] += line.length;
            int read = portion.size() + unopened.size();
            if (read > 0 && (portion.size() == maxEvents || bytes[0] > maxBytes * 2)) {
                return false;
            }
            DeadLetter letter;
            try {
                letter = letters.sealing().read(line);
            } catch (UnopenedException e) {
                unopenedReason = e.getMessage();
                unopened.add(line);
                return true;
            } catch (IOException e) {
                keepDamaged(line);
                return true;
            }
            if (letter.serializer().isEmpty()) {
                keepDamaged(line);
            } else {
                portion.add(letter);
            }
            return true;
        });
        return new Portion(portion, end, unopened);
    }

    /** What became of {@code portion} is final: go on behind it. */
    void settled(Portion portion, long delivered, long putAside) throws IOException {
        LetterFile file = current();
        letters.keep(portion.unopened());
        boolean fileEnds = portion.letters().isEmpty() && portion.unopened().isEmpty() || portion.end() >= file.size();
        State next = new State(
                state.requested(),
                state.through(),
                fileEnds ? file.number() + 1 : file.number(),
                fileEnds ? 0 : portion.end(),
                state.delivered() + delivered,
                state.putAside() + putAside,
                state.unopened() + portion.unopened().size());
        save(next);
        if (fileEnds && file.number() <= next.through()) {
            letters.remove(file);
        }
        if (next.file() > next.through()) {
            finish();
        }
    }

    private LetterFile current() throws IOException {
        if (state.file() > 0) {
            return LetterFile.named(letters.folder(), state.file());
        }
        List<LetterFile> files = LetterFile.in(letters.folder());
        return files.isEmpty() ? LetterFile.named(letters.folder(), 1) : files.get(0);
    }

    private void finish() throws IOException {
        new DurableFile(letters.folder().resolve(RESULT)).write(state.json());
        Files.deleteIfExists(request(letters.folder()));
        DurableFile.syncFolder(letters.folder());
        over = true;
        if (state.unopened() > 0) {
            LOG.warn(
                    "output {}: {} dead letters stay, as they are encrypted and cannot be opened{}.",
                    DataFolder.unescaped(letters.folder().getFileName().toString()),
                    state.unopened(),
                    unopenedReason.isEmpty() ? "" : ": " + unopenedReason);
        }
    }

    private void save(State next) throws IOException {
        new DurableFile(request(letters.folder())).write(next.json());
        state = next;
    }

    /** A line that is no letter would be gone with its file. */
    private void keepDamaged(byte[] line) throws IOException {
        try (RandomAccessFile kept = DurableFile.create(letters.folder().resolve("damaged.txt"))) {
            kept.seek(kept.length());
            kept.write(line);
            kept.getFD().sync();
        }
    }

    /**
     * Letters of one batch.
     *
     * @param end where the next one begins
     * @param unopened lines that stay, as they cannot be opened: written to a later file before this one can be removed
     */
    record Portion(List<DeadLetter> letters, long end, List<byte[]> unopened) {}

    /**
     * How far it is.
     *
     * @param requested when it was asked for
     * @param through the last file that takes part; 0: not taken up yet
     * @param file the file that is next, 0 for the oldest
     * @param offset how much of it is done
     * @param unopened how many stay, as they cannot be opened
     */
    record State(String requested, int through, int file, long offset, long delivered, long putAside, long unopened) {

        byte[] json() throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (JsonGenerator json = JSON.createGenerator(out)) {
                json.writeStartObject();
                json.writeStringField("requested", requested);
                json.writeNumberField("through", through);
                json.writeNumberField("file", file);
                json.writeNumberField("offset", offset);
                json.writeNumberField("delivered", delivered);
                json.writeNumberField("put_aside", putAside);
                json.writeNumberField("unopened", unopened);
                json.writeEndObject();
            }
            return out.toByteArray();
        }

        static State read(Path path) throws IOException {
            String requested = "";
            int through = 0;
            int file = 0;
            long offset = 0;
            long delivered = 0;
            long putAside = 0;
            long unopened = 0;
            try (JsonParser parser = JSON.createParser(Files.readAllBytes(path))) {
                parser.nextToken();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    switch (name) {
                        case "requested" -> requested = parser.getText();
                        case "through" -> through = parser.getIntValue();
                        case "file" -> file = parser.getIntValue();
                        case "offset" -> offset = parser.getLongValue();
                        case "delivered" -> delivered = parser.getLongValue();
                        case "put_aside" -> putAside = parser.getLongValue();
                        case "unopened" -> unopened = parser.getLongValue();
                        default -> parser.skipChildren();
                    }
                }
            }
            return new State(requested, through, file, offset, delivered, putAside, unopened);
        }
    }
}
