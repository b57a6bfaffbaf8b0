package io.slipway.queue.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The disk of the computer with faults to order: writes that fail or tear, no room, syncs that fail or take their time,
 * reads that hang, and {@link #cutPower power cuts}. For all threads. A sync reaches no device unless
 * {@link #reallyForce} says so, which makes tests fast; a power cut knows what was synced.
 */
final class FaultyDisk implements Disk {

    static final int SECTOR = 512;

    private static final long UNBOUNDED = 1L << 50;
    private static final String FULL = "No space left on device";
    private static final String BROKEN = "Input/output error";

    private final Disk beneath = new LocalDisk();
    private final Path graveyard;
    private final Map<Path, Inode> names = new HashMap<>();
    private final Map<Path, Inode> safeNames = new HashMap<>();
    private final List<Entry> unsafeEntries = new ArrayList<>();
    private final AtomicLong buried = new AtomicLong();

    private int writesToFault;
    private int bytesOfFault;
    private long room = UNBOUNDED;
    private int forcesToFail;
    private String endingToFail = "";
    private int readsToFail;
    private int createsToFail;
    private int deletesToFail;
    private volatile CountDownLatch hung = new CountDownLatch(0);
    private boolean off;
    private volatile boolean reallyForce;
    private volatile Duration forceTakes = Duration.ZERO;
    private volatile CountDownLatch frozen = new CountDownLatch(0);
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong forces = new AtomicLong();

    /** @param graveyard a folder on the same volume, for files that were deleted and might be back after a power cut */
    FaultyDisk(Path graveyard) {
        this.graveyard = graveyard;
    }

    /** The {@code nth} write from now on, 1 being the next, fails after {@code bytes} bytes. */
    synchronized void failWrite(int nth, int bytes) {
        writesToFault = nth;
        bytesOfFault = bytes;
    }

    /** Files may grow by so many bytes from now on; deleting gives room. */
    synchronized void setRoom(long bytes) {
        room = bytes;
    }

    /** The next {@code n} syncs fail; what they would have covered stays in doubt. */
    synchronized void failForces(int n) {
        failForces("", n);
    }

    /** The next {@code n} syncs of files whose names end so fail. */
    synchronized void failForces(String ending, int n) {
        forcesToFail = n;
        endingToFail = ending;
    }

    /** The next {@code n} reads fail. */
    synchronized void failReads(int n) {
        readsToFail = n;
    }

    /** The next {@code n} files cannot be made. */
    synchronized void failCreates(int n) {
        createsToFail = n;
    }

    /** The next {@code n} files cannot be deleted. */
    synchronized void failDeletes(int n) {
        deletesToFail = n;
    }

    /** Syncs wait until they are {@link #freeForces freed}. */
    void hangForces() {
        hung = new CountDownLatch(1);
    }

    void freeForces() {
        hung.countDown();
    }

    private synchronized void readOrFail() throws IOException {
        checkPower();
        if (readsToFail > 0) {
            readsToFail--;
            throw new IOException(BROKEN);
        }
    }

    /** From now on all fails, as after the power is off. */
    synchronized void turnOff() {
        off = true;
    }

    void reallyForce(boolean really) {
        reallyForce = really;
    }

    void forceTakes(Duration time) {
        forceTakes = time;
    }

    /** Reads wait until they are thawed. */
    void freezeReads() {
        frozen = new CountDownLatch(1);
    }

    void thawReads() {
        frozen.countDown();
    }

    /** The bytes written so far. */
    long written() {
        return written.get();
    }

    long writes() {
        return writes.get();
    }

    long forces() {
        return forces.get();
    }

    /**
     * Writes to {@code to} one of the states in which {@code from} may be found if the power went now: of what was written
     * and not synced, any sector may be missing and any file be shorter or longer; of the names that were not synced, the later
     * ones may be undone.
     */
    synchronized void cutPower(Path from, Path to, Random random) throws IOException {
        double kept = new double[] {0, 0.3, 0.5, 0.8, 1}[random.nextInt(5)];
        Map<Path, Inode> left = new HashMap<>(safeNames);
        for (Entry entry : unsafeEntries.subList(0, random.nextInt(unsafeEntries.size() + 1))) {
            entry.applyTo(left);
        }
        for (Map.Entry<Path, Inode> file : left.entrySet()) {
            if (file.getKey().startsWith(from)) {
                Path target = to.resolve(from.relativize(file.getKey()).toString());
                Files.createDirectories(target.getParent());
                Files.write(target, file.getValue().leftBy(random, kept));
            }
        }
    }

    private synchronized void checkPower() throws IOException {
        if (off) {
            throw new IOException("the power is off");
        }
    }

    private Inode inode(Path path) {
        return names.computeIfAbsent(path, known -> {
            Inode found = new Inode(known);
            safeNames.put(known, found);
            return found;
        });
    }

    private void enter(Entry entry) {
        entry.applyTo(names);
        unsafeEntries.add(entry);
    }

    @Override
    public synchronized DiskFile create(Path path) throws IOException {
        checkPower();
        if (createsToFail > 0) {
            createsToFail--;
            throw new IOException(BROKEN);
        }
        DiskFile file = beneath.create(path);
        Inode inode = new Inode(path);
        enter(new Entry(Map.of(path, inode), Set.of()));
        return new FaultyFile(file, inode);
    }

    @Override
    public synchronized DiskFile open(Path path, boolean write) throws IOException {
        checkPower();
        return new FaultyFile(beneath.open(path, write), inode(path));
    }

    @Override
    public synchronized void delete(Path path) throws IOException {
        checkPower();
        if (deletesToFail > 0) {
            deletesToFail--;
            throw new IOException(BROKEN);
        }
        Inode inode = inode(path);
        long size = Files.size(path);
        bury(path, inode);
        room = room == UNBOUNDED ? room : room + size;
        enter(new Entry(Map.of(), Set.of(path)));
    }

    private void bury(Path path, Inode inode) throws IOException {
        Path grave = graveyard.resolve(Long.toString(buried.incrementAndGet()));
        beneath.move(path, grave);
        inode.place = grave;
    }

    @Override
    public synchronized void move(Path from, Path to) throws IOException {
        checkPower();
        Inode inode = inode(from);
        if (Files.exists(to)) {
            bury(to, inode(to));
        }
        beneath.move(from, to);
        inode.place = to;
        enter(new Entry(Map.of(to, inode), Set.of(from)));
    }

    @Override
    public synchronized void link(Path path, Path second) throws IOException {
        checkPower();
        beneath.link(path, second);
        enter(new Entry(Map.of(second, inode(path)), Set.of()));
    }

    @Override
    public List<Found> list(Path folder) throws IOException {
        checkPower();
        return beneath.list(folder);
    }

    @Override
    public synchronized void syncFolder(Path folder) throws IOException {
        checkPower();
        for (Iterator<Entry> entries = unsafeEntries.iterator(); entries.hasNext(); ) {
            Entry entry = entries.next();
            if (entry.touches(folder)) {
                entry.applyTo(safeNames);
                entries.remove();
            }
        }
    }

    @Override
    public synchronized long usableSpace(Path folder) throws IOException {
        checkPower();
        return Math.min(room, beneath.usableSpace(folder));
    }

    private synchronized int allowedBytes(long position, int length, long size) throws IOException {
        checkPower();
        writes.incrementAndGet();
        if (writesToFault > 0 && --writesToFault == 0) {
            return Math.min(length, bytesOfFault);
        }
        long allowed = Math.min(length, Math.max(0, size - position) + room);
        long growth = Math.max(0, position + allowed - size);
        room = room == UNBOUNDED ? room : room - growth;
        return (int) allowed;
    }

    private synchronized boolean noRoom() {
        return room == 0;
    }

    private synchronized void forceOrFail(Path path) throws IOException {
        checkPower();
        if (forcesToFail > 0 && path.toString().endsWith(endingToFail)) {
            forcesToFail--;
            throw new IOException(BROKEN);
        }
    }

    /** A change of names that is not safe yet. */
    private record Entry(Map<Path, Inode> made, Set<Path> gone) {

        void applyTo(Map<Path, Inode> names) {
            names.keySet().removeAll(gone);
            names.putAll(made);
        }

        boolean touches(Path folder) {
            Set<Path> all = new HashSet<>(made.keySet());
            all.addAll(gone);
            return all.stream().anyMatch(path -> folder.equals(path.getParent()));
        }
    }

    /** A file, whatever its name, and how to undo what was written to it since its last sync. */
    private static final class Inode {

        private Path place;
        private final List<Undo> undo = new ArrayList<>();

        Inode(Path place) {
            this.place = place;
        }

        synchronized void note(DiskFile file, long position, long length) throws IOException {
            long size = file.size();
            long end = Math.min(size, position + length);
            ByteBuffer before = ByteBuffer.allocate((int) Math.max(0, end - position));
            if (before.hasRemaining()) {
                file.read(before, position);
            }
            undo.add(new Undo(position, length, before.array(), size));
        }

        synchronized int mark() {
            return undo.size();
        }

        synchronized void safe(int mark) {
            undo.subList(0, Math.min(mark, undo.size())).clear();
        }

        synchronized byte[] leftBy(Random random, double kept) {
            byte[] now = read();
            List<Integer> sizes = new ArrayList<>(List.of(now.length));
            undo.forEach(change -> sizes.add((int) change.sizeBefore()));
            int longest = sizes.stream().mapToInt(size -> size).max().orElse(0);
            byte[] image = java.util.Arrays.copyOf(now, longest);
            Map<Long, Boolean> decided = new LinkedHashMap<>();
            for (int i = undo.size() - 1; i >= 0; i--) {
                undo.get(i).undo(image, decided, random, kept);
            }
            int size = sizes.get(random.nextInt(sizes.size()));
            boolean between = now.length > size && random.nextInt(4) == 0;
            return java.util.Arrays.copyOf(image, between ? size + random.nextInt(now.length - size) : size);
        }

        private byte[] read() {
            try {
                return Files.readAllBytes(place);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private record Undo(long position, long length, byte[] before, long sizeBefore) {

        void undo(byte[] image, Map<Long, Boolean> decided, Random random, double kept) {
            for (long sector = position / SECTOR; sector * SECTOR < position + length; sector++) {
                if (decided.containsKey(sector)) {
                    continue;
                }
                if (random.nextDouble() < kept) {
                    decided.put(sector, true);
                    continue;
                }
                long from = Math.max(position, sector * SECTOR);
                long to = Math.min(position + length, (sector + 1) * SECTOR);
                for (long at = from; at < Math.min(to, image.length); at++) {
                    int index = (int) (at - position);
                    image[(int) at] = index < before.length ? before[index] : 0;
                }
            }
        }
    }

    private void awaitFreed() {
        boolean interrupted = false;
        while (hung.getCount() > 0) {
            try {
                hung.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private final class FaultyFile implements DiskFile {

        private final DiskFile file;
        private final Inode inode;

        FaultyFile(DiskFile file, Inode inode) {
            this.file = file;
            this.inode = inode;
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            readOrFail();
            try {
                if (!frozen.await(1, TimeUnit.MINUTES)) {
                    throw new IOException("a read was left frozen");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return file.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            int wanted = from.remaining();
            int allowed = allowedBytes(position, wanted, file.size());
            if (allowed > 0) {
                ByteBuffer part = from.duplicate().limit(from.position() + allowed);
                inode.note(file, position, allowed);
                file.write(part, position);
                written.addAndGet(allowed);
            }
            if (allowed < wanted) {
                throw new IOException(noRoom() ? FULL : BROKEN);
            }
            from.position(from.limit());
        }

        @Override
        public long size() throws IOException {
            checkPower();
            return file.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            checkPower();
            if (size < file.size()) {
                inode.note(file, size, file.size() - size);
                file.truncate(size);
            }
        }

        @Override
        public void force() throws IOException {
            int mark = inode.mark();
            forces.incrementAndGet();
            if (!forceTakes.isZero()) {
                LockSupport.parkNanos(forceTakes.toNanos());
            }
            awaitFreed();
            forceOrFail(inode.place);
            if (reallyForce) {
                file.force();
            }
            inode.safe(mark);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
