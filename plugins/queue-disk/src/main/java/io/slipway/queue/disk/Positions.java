package io.slipway.queue.disk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * Where a queue stands: what it gave out and how far each cursor came. Kept whole in each of two small MVStore files
 * that are written in turn, so that a write that a crash cuts short spoils the older one only.
 *
 * <p>The value, big-endian: CRC32C of what follows 4 | format 4 | number of the write 8 | the state. For one thread at a
 * time; an interrupt harms nothing.
 */
final class Positions implements AutoCloseable {

    private static final int FILES = 2;
    private static final int FORMAT = 1;
    private static final String MAP = "positions";
    private static final String KEY = "state";

    private final Disk disk;
    private final Path folder;
    private final MVStore[] stores = new MVStore[FILES];
    private final Condition[] conditions = new Condition[FILES];
    private boolean looked;
    private long writes;
    private int turn;

    Positions(Disk disk, Path folder) {
        this.disk = disk;
        this.folder = folder;
    }

    /**
     * Reads both files and touches neither.
     *
     * @throws NewerFormatException if a newer version wrote one of them
     * @throws IOException if the disk failed; damage is none
     */
    Reading read() throws IOException {
        Written newest = null;
        List<Path> unreadable = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            try {
                Written found = read(file);
                conditions[file] = found == null ? Condition.MISSING : Condition.WHOLE;
                if (found != null && (newest == null || found.number() > newest.number())) {
                    newest = found;
                    turn = 1 - file;
                }
            } catch (DamagedException e) {
                conditions[file] = Condition.UNREADABLE;
                unreadable.add(path(file));
            }
        }
        writes = newest == null ? writes : Math.max(writes, newest.number());
        looked = true;
        return new Reading(Optional.ofNullable(newest).map(Written::state), List.copyOf(unreadable));
    }

    private Written read(int file) throws IOException {
        Disk.DiskFile opened;
        try {
            opened = disk.open(path(file), false);
        } catch (NoSuchFileException e) {
            return null;
        }
        MVStore store = SegmentStore.open(opened, name(file), true);
        try {
            byte[] value = store.hasMap(MAP) ? map(store).get(KEY) : null;
            SegmentStore.check(store);
            return parse(value, name(file));
        } catch (IOException | RuntimeException | Error e) {
            throw SegmentStore.told(store, e);
        } finally {
            store.closeImmediately();
        }
    }

    /**
     * Returns once {@code state} is safe on the disk. A file that could not be read is moved to the folder
     * {@code quarantine} before another takes its place.
     *
     * @throws IOException if what will be read is this state or the one before; another write begins anew
     */
    void write(State state) throws IOException {
        if (!looked) {
            read();
        }
        int file = turn;
        boolean fresh = conditions[file] != Condition.WHOLE;
        try {
            if (stores[file] == null) {
                stores[file] = open(file);
            }
            map(stores[file]).put(KEY, bytes(++writes, state));
            stores[file].commit();
            SegmentStore.check(stores[file]);
            stores[file].getFileStore().sync();
            if (fresh) {
                disk.syncFolder(folder);
            }
        } catch (IOException | RuntimeException e) {
            IOException told = stores[file] == null ? asIOException(e) : SegmentStore.told(stores[file], e);
            letGo(file);
            conditions[file] = conditions[file] == Condition.UNREADABLE ? Condition.UNREADABLE : Condition.SPOILT;
            throw told;
        }
        conditions[file] = Condition.WHOLE;
        turn = 1 - file;
    }

    private static IOException asIOException(Exception e) {
        return e instanceof IOException known ? known : new IOException(e);
    }

    private MVStore open(int file) throws IOException {
        switch (conditions[file]) {
            case WHOLE -> {
                return store(disk.open(path(file), true), file);
            }
            case UNREADABLE -> setAside(file);
            case SPOILT -> delete(file);
            default -> {}
        }
        conditions[file] = Condition.SPOILT;
        return store(disk.create(path(file)), file);
    }

    /** What a write of this run spoilt; the other file is newer. */
    private void delete(int file) throws IOException {
        try {
            disk.delete(path(file));
        } catch (NoSuchFileException e) {
            return; // it was not even made
        }
    }

    private static MVStore store(Disk.DiskFile opened, int file) throws IOException {
        return SegmentStore.open(opened, name(file), false);
    }

    private void setAside(int file) throws IOException {
        Path quarantine = Files.createDirectories(folder.resolve("quarantine"));
        int number = 0;
        Path target;
        do {
            target = quarantine.resolve(name(file) + "." + ++number);
        } while (Files.exists(target));
        disk.move(path(file), target);
        disk.syncFolder(quarantine);
    }

    private void letGo(int file) {
        if (stores[file] != null) {
            stores[file].closeImmediately();
            stores[file] = null;
        }
    }

    /** Whether somebody deleted a file that was written. */
    boolean areGone() {
        for (int file = 0; file < FILES; file++) {
            if (conditions[file] == Condition.WHOLE && Files.notExists(path(file))) {
                return true;
            }
        }
        return false;
    }

    /** Lets go of the files; all that was written is safe already. */
    @Override
    public void close() {
        for (int file = 0; file < FILES; file++) {
            letGo(file);
        }
        looked = false;
    }

    private Path path(int file) {
        return folder.resolve(name(file));
    }

    private static String name(int file) {
        return "positions-" + file + ".mv";
    }

    private static MVMap<String, byte[]> map(MVStore store) {
        return store.openMap(
                MAP,
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    private static byte[] bytes(long number, State state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            to.writeInt(0); // the checksum
            to.writeInt(FORMAT);
            to.writeLong(number);
            state.write(to);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // into memory
        }
        byte[] value = bytes.toByteArray();
        ByteBuffer.wrap(value).putInt(0, crc(value));
        return value;
    }

    private static int crc(byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(value, Integer.BYTES, value.length - Integer.BYTES);
        return (int) crc.getValue();
    }

    private static Written parse(byte[] value, String name) throws IOException {
        if (value == null || value.length < 16 || ByteBuffer.wrap(value).getInt() != crc(value)) {
            throw new DamagedException(name + " is damaged: it holds no whole state.");
        }
        DataInputStream from = new DataInputStream(new ByteArrayInputStream(value));
        from.readInt();
        int format = from.readInt();
        if (format > FORMAT) {
            throw new NewerFormatException(name + " has format " + format + "; this version reads up to " + FORMAT
                    + ". Use the version that wrote it.");
        }
        return new Written(from.readLong(), State.read(from));
    }

    private enum Condition {
        MISSING,
        WHOLE,
        UNREADABLE,
        SPOILT
    }

    private record Written(long number, State state) {}

    /**
     * What was found.
     *
     * @param state the newest state that is whole
     * @param unreadable files that hold none
     */
    record Reading(Optional<State> state, List<Path> unreadable) {

        /** Whether there were positions, and are no more. Also if the very first write was cut short. */
        boolean lost() {
            return state.isEmpty() && !unreadable.isEmpty();
        }
    }

    /** Events that are done, by their sequence numbers: from the first to the one after the last. */
    record Span(long from, long to) {

        long size() {
            return to - from;
        }
    }

    /**
     * How far a cursor came.
     *
     * @param sequence the first event that is not done, by its sequence number
     * @param position the last id before that
     * @param beyond what is done behind that, in order
     */
    record Place(long sequence, long position, List<Span> beyond) {

        Place {
            beyond = List.copyOf(beyond);
        }

        Place(long sequence, long position) {
            this(sequence, position, List.of());
        }

        /** How many events before {@code end} are not done. */
        long backlog(long end) {
            long left = Math.max(0, end - sequence);
            for (Span span : beyond) {
                left -= Math.max(0, Math.min(span.to(), end) - span.from());
            }
            return left;
        }

        /** The same, without what is done behind {@code end}. */
        Place within(long end) {
            List<Span> inside = new ArrayList<>();
            for (Span span : beyond) {
                if (span.from() < end) {
                    inside.add(new Span(span.from(), Math.min(span.to(), end)));
                }
            }
            return new Place(sequence, position, inside);
        }

        /** The same, but nothing before {@code end} is left to do. */
        Place movedTo(long end, long id) {
            List<Span> rest = new ArrayList<>();
            for (Span span : beyond) {
                if (span.to() > end) {
                    rest.add(new Span(Math.max(span.from(), end), span.to()));
                }
            }
            return new Place(end, Math.max(position, id), rest);
        }
    }

    /**
     * A state.
     *
     * @param reservedIds ids below it may have been given out
     * @param nextId the id of the next event, if the end was clean
     * @param nextSequence the sequence number of the next event, if the end was clean
     * @param durableSequence events below it are safe
     * @param clean whether the queue was closed after this was written
     * @param generation the identity of the ids
     * @param bootId the run of the computer in which it was written
     * @param home where the queue lay
     * @param cursors by the name of their output
     * @param salts of pass phrases, by the alias of the key
     */
    record State(
            long reservedIds,
            long nextId,
            long nextSequence,
            long durableSequence,
            boolean clean,
            String generation,
            String bootId,
            String home,
            Map<String, Place> cursors,
            Map<String, byte[]> salts) {

        State {
            cursors = Map.copyOf(cursors);
            salts = Map.copyOf(salts);
        }

        State withCursors(Map<String, Place> others) {
            return new State(
                    reservedIds, nextId, nextSequence, durableSequence, clean, generation, bootId, home, others, salts);
        }

        /**
         * The state of a copy. It is a queue of its own, so it has no generation and no home yet.
         *
         * @param safe events below it are in the copy
         * @param end where the copy ends; no cursor is behind it
         * @param lastId the last id in the copy
         */
        State copied(long safe, long end, long lastId) {
            Map<String, Place> within = new LinkedHashMap<>();
            cursors.forEach((name, place) -> within.put(
                    name,
                    place.sequence() <= end ? place.within(end) : new Place(end, Math.min(lastId, place.position()))));
            return new State(reservedIds, nextId, nextSequence, safe, false, "", "", "", within, salts);
        }

        private void write(DataOutputStream to) throws IOException {
            for (long number : new long[] {reservedIds, nextId, nextSequence, durableSequence}) {
                to.writeLong(number);
            }
            to.writeBoolean(clean);
            for (String text : List.of(generation, bootId, home)) {
                writeText(to, text);
            }
            to.writeInt(cursors.size());
            for (Map.Entry<String, Place> cursor : cursors.entrySet()) {
                writeText(to, cursor.getKey());
                to.writeLong(cursor.getValue().sequence());
                to.writeLong(cursor.getValue().position());
                to.writeInt(cursor.getValue().beyond().size());
                for (Span span : cursor.getValue().beyond()) {
                    to.writeLong(span.from());
                    to.writeLong(span.to());
                }
            }
            to.writeInt(salts.size());
            for (Map.Entry<String, byte[]> salt : salts.entrySet()) {
                writeText(to, salt.getKey());
                to.writeInt(salt.getValue().length);
                to.write(salt.getValue());
            }
        }

        private static State read(DataInputStream from) throws IOException {
            return new State(
                    from.readLong(),
                    from.readLong(),
                    from.readLong(),
                    from.readLong(),
                    from.readBoolean(),
                    readText(from),
                    readText(from),
                    readText(from),
                    readCursors(from),
                    readSalts(from));
        }

        private static Map<String, Place> readCursors(DataInputStream from) throws IOException {
            Map<String, Place> cursors = new LinkedHashMap<>();
            for (int left = from.readInt(); left > 0; left--) {
                cursors.put(readText(from), new Place(from.readLong(), from.readLong(), readSpans(from)));
            }
            return cursors;
        }

        private static List<Span> readSpans(DataInputStream from) throws IOException {
            List<Span> spans = new ArrayList<>();
            for (int left = from.readInt(); left > 0; left--) {
                spans.add(new Span(from.readLong(), from.readLong()));
            }
            return spans;
        }

        private static Map<String, byte[]> readSalts(DataInputStream from) throws IOException {
            Map<String, byte[]> salts = new LinkedHashMap<>();
            for (int left = from.readInt(); left > 0; left--) {
                salts.put(readText(from), from.readNBytes(from.readInt()));
            }
            return salts;
        }

        /** In UTF-16, which unlike UTF-8 keeps any text. */
        private static void writeText(DataOutputStream to, String text) throws IOException {
            to.writeInt(text.length());
            to.writeChars(text);
        }

        private static String readText(DataInputStream from) throws IOException {
            char[] letters = new char[from.readInt()];
            for (int i = 0; i < letters.length; i++) {
                letters[i] = from.readChar();
            }
            return new String(letters);
        }
    }
}
