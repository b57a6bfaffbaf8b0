package io.slipway.queue.disk;

import io.slipway.api.queue.StoredQueue;
import io.slipway.queue.disk.Positions.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A queue's folder seen from outside. Reads files only, also while a shipper writes to them, and goes as far as that had
 * saved as safe; writes nothing but what it is asked for.
 */
final class StoredDiskQueue implements StoredQueue {

    private static final int WINDOW = 1 << 20;

    private final DiskQueueSettings settings;
    private final Path folder;
    private final Disk disk;
    private final BlockCodec codec;

    private StoredDiskQueue(DiskQueueSettings settings, Path folder, Disk disk, BlockCodec codec) {
        this.settings = settings;
        this.folder = folder;
        this.disk = disk;
        this.codec = codec;
    }

    /** @throws IOException if there is no queue, or a key cannot be had, with one sentence that says so */
    static StoredDiskQueue open(DiskQueueSettings settings, Path folder, Disk disk) throws IOException {
        if (!Files.isDirectory(folder)
                || disk.list(folder).stream().noneMatch(file -> Keeper.isOurs(file.path()) && file.size() > 0)) {
            throw new IOException("There is no queue in \"" + folder + "\".");
        }
        Map<String, byte[]> salts = Salts.of(disk, folder, new Positions(disk, folder).read());
        KeyRing keys = KeyRing.open(settings.encryption(), settings.encryptionPassword(), salts);
        return new StoredDiskQueue(settings, folder, disk, new BlockCodec(settings.compression(), keys));
    }

    @Override
    public Contents contents() throws IOException {
        Look look = look();
        List<Place> places = new ArrayList<>();
        long low = look.segments().first().map(Segment::firstSequence).orElse(look.end());
        if (!look.cursors().isEmpty()) {
            low = look.end();
        }
        for (Map.Entry<String, Positions.Place> cursor : look.cursors().entrySet()) {
            Positions.Place place = cursor.getValue();
            places.add(new Place(cursor.getKey(), place.position(), place.backlog(look.end())));
            low = Math.min(low, place.sequence());
        }
        return new Contents(
                folder,
                look.user().orElse(""),
                Math.max(0, look.end() - low),
                look.segments().bytes(),
                settings.maxSize().bytes(),
                places,
                look.parts());
    }

    /**
     * What the folder showed at one moment.
     *
     * @param end the sequence number after the last event that is known
     */
    private record Look(
            Optional<String> user,
            Optional<State> state,
            Segments segments,
            List<Part> parts,
            List<String> findings,
            long end) {

        Map<String, Positions.Place> cursors() {
            return new TreeMap<>(state.map(State::cursors).orElse(Map.of()));
        }
    }

    private Look look() throws IOException {
        Optional<String> user = FolderLock.user(folder);
        Positions.Reading reading = new Positions(disk, folder).read();
        List<String> findings = new ArrayList<>();
        reading.unreadable().forEach(file -> findings.add(file.getFileName() + " is damaged."));
        if (reading.state().isEmpty()) {
            findings.add("The places of the cursors are lost.");
        }
        Segments segments = new Segments();
        List<Part> parts = new ArrayList<>();
        List<SegmentStart> starts = new ArrayList<>();
        for (Disk.Found file : disk.list(folder)) {
            add(file, starts, parts, findings);
        }
        SegmentStart.inOrder(starts).forEach(segments::add);
        return new Look(
                user, reading.state(), segments, parts, findings, end(user.isPresent(), reading.state(), segments));
    }

    private void add(Disk.Found file, List<SegmentStart> starts, List<Part> parts, List<String> findings)
            throws IOException {
        try {
            if (!Segments.isSegment(file.name())) {
                if (!Keeper.isOurs(file.path())) {
                    boolean events = Opening.first(disk, file.path()).isPresent();
                    findings.add(file.name() + " is not the queue's"
                            + (events ? ", but holds events. If it was renamed, give it its name back." : "."));
                }
                return;
            }
            Optional<BlockHeader> first = Opening.first(disk, file.path());
            long firstId = Segments.firstId(file.name());
            parts.add(new Part(
                    file.name(), firstId, file.size(), first.map(this::form).orElse("no event")));
            if (first.isPresent()) {
                starts.add(new SegmentStart(file, first.get()));
            } else if (file.size() >= Opening.START) {
                findings.add(file.name() + " has no event that can be read.");
            }
        } catch (NoSuchFileException e) {
            return; // deleted since it was listed, as all have passed it
        }
    }

    private String form(BlockHeader header) {
        String form = header.serializer();
        if (header.compression() != Compression.NONE) {
            form += ", " + header.compression().name().toLowerCase(Locale.ROOT);
        }
        if (header.seal().isPresent()) {
            long id = header.seal().get().keyId();
            form += ", key " + codec.alias(id).orElse("of unknown name, id " + MasterKey.shown(id));
        }
        return form;
    }

    private long end(boolean used, Optional<State> state, Segments segments) throws IOException {
        if (state.isPresent() && (used || state.get().clean())) {
            return used ? state.get().durableSequence() : state.get().nextSequence();
        }
        long end = state.map(State::durableSequence).orElse(1L);
        Optional<Segment> last = segments.last();
        if (last.isPresent()) {
            try (SegmentScan scan = SegmentScan.open(disk, last.get().path())) {
                end = Math.max(end, scan.last().map(BlockHeader::endSequence).orElse(1L));
            }
        }
        return end;
    }

    @Override
    public long read(long id, Reader reader) throws IOException, InterruptedException {
        Look look = look();
        Segments segments = look.segments();
        Optional<Segment> start = segments.first();
        for (Segment segment : segments.all()) {
            if (segment.firstId() <= id) {
                start = Optional.of(segment);
            }
        }
        if (start.isEmpty()) {
            return 0;
        }
        long[] lost = new long[1];
        walk(
                look,
                start.get().firstSequence(),
                (sequence, count, where) -> lost[0] += count,
                event -> event.id() < id || reader.read(event));
        return lost[0];
    }

    @Override
    public Verdict verify() throws IOException, InterruptedException {
        Look look = look();
        List<String> findings = new ArrayList<>(look.findings());
        long[] lost = new long[1];
        long[] events = new long[1];
        Optional<Segment> first = look.segments().first();
        long from = first.map(Segment::firstSequence).orElse(look.end());
        long low = look.cursors().values().stream()
                .mapToLong(Positions.Place::sequence)
                .min()
                .orElse(from);
        if (low < from) {
            findings.add((from - low) + " events before the first file are missing.");
            lost[0] += from - low;
        }
        Gaps gaps = (sequence, count, where) -> {
            lost[0] += count;
            findings.add(where.map(Segment::name).orElse("The end") + ": " + count
                    + " events are missing or damaged, from the " + sequence + ". on.");
        };
        walk(look, from, gaps, event -> {
            events[0]++;
            return true;
        });
        return new Verdict(events[0], lost[0], findings);
    }

    /** Is told of what is missing. */
    @FunctionalInterface
    private interface Gaps {
        void missing(long sequence, long count, Optional<Segment> where);
    }

    private void walk(Look look, long from, Gaps gaps, Reader reader) throws IOException, InterruptedException {
        long sequence = from;
        try (Walk walk = new Walk(disk, look.segments(), codec, look::end)) {
            while (sequence < look.end()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                Walk.Found found = walk.find(sequence);
                long start = found.block().map(Block::firstSequence).orElse(look.end());
                if (start > sequence) {
                    gaps.missing(sequence, start - sequence, found.gapIn());
                    sequence = start;
                }
                for (; sequence < Math.min(look.end(), endOf(found)); sequence++) {
                    if (!reader.read(found.block().get().at(sequence))) {
                        return;
                    }
                }
            }
        }
    }

    private static long endOf(Walk.Found found) {
        return found.block().map(Block::endSequence).orElse(Long.MIN_VALUE);
    }

    @Override
    public long drop(String cursor, Duration patience) throws IOException, InterruptedException {
        if (FolderLock.user(folder).isPresent()) {
            return new Requests(folder).drop(cursor, patience);
        }
        FolderLock lock = FolderLock.take(folder);
        try (Positions positions = new Positions(disk, folder)) {
            Optional<State> state = positions.read().state();
            Positions.Place place = state.map(State::cursors).orElse(Map.of()).get(cursor);
            if (place == null) {
                throw new IOException("There is no cursor " + cursor + ".");
            }
            Map<String, Positions.Place> left = new HashMap<>(state.get().cursors());
            left.remove(cursor);
            positions.write(state.get().withCursors(left));
            return place.backlog(state.get().nextSequence());
        } finally {
            lock.close();
        }
    }

    /**
     * What is safe now comes first, then the files, then the places of the cursors: so all that the places still need is in
     * the copy, whatever a shipper deletes meanwhile.
     */
    @Override
    public void copyTo(Path target) throws IOException, InterruptedException {
        DiskQueueFactory.made(target);
        if (!disk.list(target).isEmpty()) {
            throw new IOException("The folder \"" + target + "\" is not empty.");
        }
        Look before = look();
        Optional<State> safe = before.state();
        long end = 1;
        long lastId = 0;
        for (Segment segment : before.segments().all()) {
            Path copy = target.resolve(segment.name());
            if (!copy(segment.path(), copy)) {
                continue;
            }
            try (SegmentScan scan = SegmentScan.open(disk, copy)) {
                Optional<BlockHeader> last = scan.last();
                end = Math.max(end, last.map(BlockHeader::endSequence).orElse(end));
                lastId = Math.max(lastId, last.map(BlockHeader::lastId).orElse(lastId));
            }
        }
        Optional<State> after = look().state();
        if (safe.isPresent() && after.isPresent()) {
            try (Positions positions = new Positions(disk, target)) {
                positions.write(after.get().copied(Math.min(end, safe.get().durableSequence()), end, lastId));
            }
        }
        disk.syncFolder(target);
    }

    /** @return false if the file is gone, as all have passed it */
    private boolean copy(Path from, Path to) throws IOException, InterruptedException {
        try (Disk.DiskFile source = disk.open(from, false);
                Disk.DiskFile made = disk.create(to)) {
            ByteBuffer window = ByteBuffer.allocate(WINDOW);
            long at = 0;
            for (int read = source.read(window, at); read > 0; read = source.read(window.clear(), at)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                made.write(window.flip(), at);
                at += read;
            }
            made.force();
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public void close() {
        codec.close();
    }
}
