package io.slipway.queue.disk;

import io.slipway.api.config.SettingException;
import io.slipway.queue.disk.Disk.DiskFile;
import io.slipway.queue.disk.Positions.Place;
import io.slipway.queue.disk.Positions.Reading;
import io.slipway.queue.disk.Positions.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out how a queue's folder was left, and where it goes on.
 *
 * <p>Of each file the first block is read, which tells where its events stand and which key they need; more is read only
 * of the newest file, and only if the queue was not closed. So an opening takes as long with any backlog. Nothing is
 * written before it is sure that the folder can be used.
 */
final class Opening {

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);
    /** A file that is smaller may never have been filled; in a larger one the first block begins before this. */
    static final int START = 64 << 10;

    /** What a file says of itself that was begun after a failure, so that it repeats a part of the one before. */
    static final String REPEATS = "repeats";

    /** After a loss of the positions, ids go on above all that can have been given: this many for each millisecond since 1970. */
    private static final long IDS_PER_MILLI = 1000;

    private final Disk disk;
    private final Path folder;
    private final InstantSource clock;
    private final Complaints complaints;
    private final Segments segments = new Segments();
    private final List<Path> useless = new ArrayList<>();
    private State state;
    private long lastFoundEnd = 1;
    private long lastFoundId;
    private boolean positionsLost;
    private boolean positionsOld;
    private boolean lost;

    private Opening(Disk disk, Path folder, InstantSource clock, Complaints complaints) {
        this.disk = disk;
        this.folder = folder;
        this.clock = clock;
        this.complaints = complaints;
    }

    /**
     * What was found.
     *
     * @param cursors all that are kept
     * @param positionsLost whether there were cursors of which nothing is known any more
     * @param about what new files say of themselves
     */
    record Found(
            Path folder,
            FolderLock lock,
            KeyRing keys,
            Segments segments,
            long nextSequence,
            long nextId,
            String generation,
            String bootId,
            String home,
            Map<String, Place> cursors,
            boolean positionsLost,
            Map<String, String> about) {}

    /**
     * @throws SettingException if a key is missing or wrong
     * @throws IOException if the folder cannot be used, with one sentence that says why and what to do
     */
    static Found open(DiskQueueSettings settings, Path folder, Disk disk, InstantSource clock, Complaints complaints)
            throws IOException {
        FolderLock lock = FolderLock.take(folder);
        try {
            return new Opening(disk, folder, clock, complaints).open(settings, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private Found open(DiskQueueSettings settings, FolderLock lock) throws IOException {
        Reading reading = new Positions(disk, folder).read();
        state = reading.state().orElse(null);
        KeyRing keys =
                KeyRing.open(settings.encryption(), settings.encryptionPassword(), Salts.of(disk, folder, reading));
        list(keys);
        positionsLost = state == null && (segments.first().isPresent() || reading.lost() && !isFirstStart(reading));
        String home = FolderLock.identity(folder);
        // A run never adds to a file of another one, so whatever was stored after a clean end begins behind it.
        positionsOld = state != null
                && state.clean()
                && segments.last().map(Segment::firstSequence).orElse(0L) >= state.nextSequence();
        boolean clean = state != null && state.clean() && !positionsOld;
        long foundEnd = clean ? state.nextSequence() : lastFound();
        long nextSequence = Math.max(1, foundEnd);
        long nextId = 1;
        if (state != null) {
            nextSequence = Math.max(nextSequence, clean ? state.nextSequence() : state.durableSequence());
            for (Place place : state.cursors().values()) {
                nextSequence = Math.max(nextSequence, place.sequence());
            }
            nextId = clean ? state.nextId() : state.reservedIds() + 1;
        }
        lost |= positionsLost || positionsOld || !clean && state != null && neededEnd() > foundEnd;
        nextId =
                Math.max(nextId, segments.last().map(last -> last.firstId() + 1).orElse(1L));
        nextId = Math.max(nextId, lastFoundId + 1);
        if (positionsLost || positionsOld) {
            nextId = Math.max(nextId, Math.multiplyExact(clock.millis(), IDS_PER_MILLI));
        }
        long end = nextSequence;
        segments.last().ifPresent(last -> last.endsAt(end));
        putAside(clean);
        tell(reading, clean, home);
        return new Found(
                folder,
                lock,
                keys,
                segments,
                nextSequence,
                nextId,
                generation(settings, clean, home),
                bootId(),
                home,
                state == null ? Map.of() : new TreeMap<>(state.cursors()),
                positionsLost,
                about(settings, keys));
    }

    /** Whether an earlier start was killed while it wrote its very first places: there is one file of them, and nothing else. */
    private boolean isFirstStart(Reading reading) {
        return reading.unreadable().size() == 1
                && useless.isEmpty()
                && !(Files.exists(folder.resolve("positions-0.mv")) && Files.exists(folder.resolve("positions-1.mv")));
    }

    /** Before this every event was safe; 0 if no cursor needs any that is not before all of them. */
    private long neededEnd() {
        boolean needed = state.cursors().isEmpty()
                || state.cursors().values().stream().anyMatch(place -> place.sequence() < state.durableSequence());
        return needed ? state.durableSequence() : 0;
    }

    /** Lists the files. Nothing of them is changed yet, as a key may be missing. */
    private void list(KeyRing keys) throws IOException {
        List<String> strange = new ArrayList<>();
        List<SegmentStart> starts = new ArrayList<>();
        for (Disk.Found file : disk.list(folder)) {
            if (!Segments.isSegment(file.name())) {
                if (!Keeper.isOurs(file.path())) {
                    strange.add(file.name());
                }
                continue;
            }
            Optional<BlockHeader> first;
            try {
                first = first(disk, file.path());
            } catch (NewerFormatException e) {
                throw e;
            } catch (IOException e) {
                throw new IOException(
                        "The file \"" + file.path() + "\" cannot be read (" + Committer.rootOf(e)
                                + "). Mend that, or move the file away: its events then count as lost.",
                        e);
            }
            if (first.isEmpty()) {
                useless.add(file.path());
                continue;
            }
            Optional<Seal> seal = first.get().seal();
            if (seal.isPresent() && !keys.opens(seal.get().keyId())) {
                throw new SettingException(
                        "encryption.keys",
                        keys,
                        "lacks the key with the id "
                                + MasterKey.shown(seal.get().keyId())
                                + ", with which files in the folder are encrypted; add it, nothing was changed");
            }
            starts.add(new SegmentStart(file, first.get()));
        }
        SegmentStart.inOrder(starts).forEach(segments::add);
        if (!strange.isEmpty()) {
            LOG.warn(
                    "queue: left alone in \"{}\", as they are not the queue's: {}.",
                    folder,
                    String.join(", ", strange));
        }
    }

    /** The first block of a file that is whole; mostly it is near the start. */
    static Optional<BlockHeader> first(Disk disk, Path path) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(START);
        try (DiskFile file = disk.open(path, false)) {
            int read = 0;
            while (read >= 0 && start.hasRemaining()) {
                read = file.read(start, start.position());
            }
        }
        start.flip();
        for (int at = 0; at + BlockHeader.MIN_LENGTH <= start.limit(); at++) {
            if (start.getInt(at) == About.MAGIC) {
                Optional<About> about = About.parse(start.position(at));
                if (about.isPresent()) {
                    about.get().understood(path.getFileName().toString());
                }
            }
            if (start.getInt(at) == BlockHeader.MAGIC) {
                start.position(at);
                if (BlockHeader.isNewer(start)) {
                    throw new NewerFormatException("The file \"" + path
                            + "\" was written by a newer version. Use that version; nothing was changed.");
                }
                Optional<BlockHeader> header = BlockHeader.parse(start);
                if (header.isPresent()) {
                    return header;
                }
            }
        }
        try (SegmentScan scan = SegmentScan.open(disk, path)) {
            return scan.first();
        }
    }

    /** The sequence number after the last whole event. */
    private long lastFound() throws IOException {
        Optional<Segment> newest = segments.last();
        if (newest.isEmpty()) {
            return 1;
        }
        boolean repeats = lookInto(newest.get());
        if (repeats && segments.before(newest.get()).isPresent()) {
            lookInto(segments.before(newest.get()).get()); // it may have more of what the newest repeats
        }
        return lastFoundEnd;
    }

    /** @return whether it was begun after the one before had failed */
    private boolean lookInto(Segment segment) throws IOException {
        // What only the operating system has would otherwise count as safe from now on.
        try (DiskFile file = disk.open(segment.path(), true)) {
            file.force();
        }
        try (SegmentScan scan = SegmentScan.open(disk, segment.path())) {
            Optional<BlockHeader> last = scan.last();
            if (last.isPresent()) {
                lastFoundEnd = Math.max(lastFoundEnd, last.get().endSequence());
                lastFoundId = Math.max(lastFoundId, last.get().lastId());
            }
            return scan.about().map(about -> about.containsKey(REPEATS)).orElse(true);
        }
    }

    /** Files without any event: of a crash just after they were made, or all of them is destroyed. */
    private void putAside(boolean clean) throws IOException {
        Quarantine quarantine = new Quarantine(disk, folder, Long.MAX_VALUE);
        for (Path file : useless) {
            if (Files.size(file) == 0) {
                disk.delete(file);
            } else if (!clean && isFresh(file)) {
                quarantine.move(file, "was never filled");
            } else {
                quarantine.move(file, "has no event that can be read");
                complaints.about("file", "A file without a readable event is kept in the folder quarantine.");
            }
        }
    }

    /** Whether it was just made when the process ended: the newest, small, and without a trace of an event. */
    private boolean isFresh(Path file) throws IOException {
        long firstId = Segments.firstId(file.getFileName().toString());
        boolean newest = segments.last().map(last -> last.firstId() < firstId).orElse(true);
        if (!newest || Files.size(file) >= START) {
            return false;
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        for (int at = 0; at + Integer.BYTES <= bytes.limit(); at++) {
            if (bytes.getInt(at) == BlockHeader.MAGIC) {
                return false;
            }
        }
        return true;
    }

    private void tell(Reading reading, boolean clean, String home) {
        for (Path file : state == null && !positionsLost ? List.<Path>of() : reading.unreadable()) {
            LOG.warn(
                    "queue: {} is damaged; it is kept in the folder quarantine once it is written anew.",
                    file.getFileName());
        }
        if (positionsLost) {
            String sentence =
                    "The places of the outputs are lost; they begin with the oldest event, so events may come twice.";
            complaints.about("positions", sentence);
            LOG.error("queue: {} Ids go on from the time of day.", sentence);
        } else if (positionsOld) {
            String sentence = "The places of the outputs are older than the files, so events may come twice.";
            complaints.about("positions", sentence);
            LOG.error("queue: {} Ids go on from the time of day.", sentence);
        } else if (lost) {
            complaints.about("lost", "Events were lost by damage; see the log and the folder quarantine.");
            LOG.error("queue: the newest file lacks events that were safe; each output counts what it lost.");
        }
        if (state != null && !clean && isCopy(home)) {
            String sentence =
                    "The folder is a copy that was made while the queue was in use; it goes on with what is in it, and events may come"
                            + " twice. Use slipway queue backup for copies.";
            complaints.about("copy", sentence);
        }
    }

    private boolean isCopy(String home) {
        return !home.isEmpty() && !state.home().isEmpty() && !home.equals(state.home());
    }

    /** A new one after any doubt: what clients know of the old one may not be true. */
    private String generation(DiskQueueSettings settings, boolean clean, String home) {
        boolean powerMayBeLost = !clean
                && settings.durability() == DiskQueueSettings.Durability.INTERVAL
                && state != null
                && (state.bootId().isEmpty() || !state.bootId().equals(bootId()));
        if (state == null || state.generation().isEmpty() || lost || powerMayBeLost || isCopy(home)) {
            return UUID.randomUUID().toString();
        }
        return state.generation();
    }

    /** This run of the computer; empty where that is not told. */
    private static String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII)
                    .trim();
        } catch (IOException e) {
            return "";
        }
    }

    private static Map<String, String> about(DiskQueueSettings settings, KeyRing keys) {
        Map<String, String> about = new TreeMap<>();
        about.put("serializer", settings.serializer().orElse("as it came"));
        about.put("compression", settings.compression().name().toLowerCase(Locale.ROOT));
        keys.sealing().ifPresent(key -> about.put("key", key.alias()));
        about.putAll(Salts.told(keys.salts()));
        return about;
    }
}
