package io.slipway.itests.queue;

import io.slipway.api.config.ByteSize;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.api.queue.StoredQueue;
import io.slipway.queue.disk.DiskQueues;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * A process that uses a queue until it is killed, or asked to stop by the end of its standard input. It tells what it
 * finds and what it does, each as a line of its own that is with the reader before the next step begins; {@link Ledger}
 * knows the words.
 */
final class QueueLife {

    /** The most events that a producer has under way. */
    static final int LARGEST_BATCH = 1500;

    private static final int PRODUCERS = 4;
    private static final ByteSize MAX_SIZE = ByteSize.ofMebibytes(1024);
    private static final ByteSize SEGMENT = ByteSize.ofMebibytes(2);
    private static final Duration SOON = Duration.ofMillis(5);
    private static final int ALL = 1 << 30;

    private final Path folder;
    private final Form form;
    private final int life;
    private final long seed;
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    private volatile boolean stopping;

    private QueueLife(Path folder, Form form, int life, long seed) {
        this.folder = folder;
        this.form = form;
        this.life = life;
        this.seed = seed;
    }

    /** @param args folder, form, number of this life, seed, whether to put load on it */
    public static void main(String[] args) throws Exception {
        QueueLife self = new QueueLife(
                Path.of(args[0]), Form.valueOf(args[1]), Integer.parseInt(args[2]), Long.parseLong(args[3]));
        try {
            self.live(Boolean.parseBoolean(args[4]));
        } catch (Exception | LinkageError e) {
            self.fail(e);
        }
    }

    private void live(boolean load) throws Exception {
        if (Files.exists(folder)) {
            verify();
        }
        EventQueue queue = DiskQueues.open(folder, form, MAX_SIZE, Optional.of(SEGMENT), Duration.ZERO);
        say("open " + queue.generation());
        Cursor fast = queue.cursor("fast", Start.OLDEST);
        Cursor slow = queue.cursor("slow", Start.OLDEST);
        check("fast", fast);
        check("slow", slow);
        say("checked");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; load && i < PRODUCERS; i++) {
            int producer = i;
            threads.add(start(() -> produce(queue, producer)));
        }
        threads.add(start(() -> consume("fast", fast, 0)));
        threads.add(start(() -> consume("slow", slow, 20)));
        while (load && System.in.read() >= 0) {
            // whoever started this process says nothing but its end
        }
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
        say("stopped fast " + fast.position());
        say("stopped slow " + slow.position());
        fast.close();
        slow.close();
        queue.close();
        verify();
        say("closed");
        System.exit(0);
    }

    private void verify() throws IOException, InterruptedException {
        Optional<StoredQueue> look = DiskQueues.look(folder, form, MAX_SIZE);
        if (look.isPresent()) {
            try (StoredQueue stored = look.get()) {
                StoredQueue.Verdict verdict = stored.verify();
                say("verified " + verdict.lost() + " " + verdict.findings());
            }
        }
    }

    /** Tells all that a cursor would hand out, in stretches of one producer, and gives it back. */
    private void check(String name, Cursor cursor) throws InterruptedException {
        say("at " + name + " " + cursor.position());
        Stretches stretches = new Stretches(name);
        List<Lease> leases = new ArrayList<>();
        Lease lease = cursor.take(2000, ALL, Duration.ZERO);
        while (!lease.events().isEmpty()) {
            leases.add(lease);
            for (QueuedEvent event : lease.events()) {
                Payload payload = Payload.claimedBy(event.bytes());
                if (!payload.is(event.bytes(), seed)) {
                    say("differs " + name + " " + event.id());
                }
                stretches.add(event.id(), payload);
            }
            lease = cursor.take(2000, ALL, Duration.ZERO);
        }
        stretches.end();
        leases.forEach(Lease::close);
        if (cursor.lost() > 0) {
            say("lost " + name + " " + cursor.lost());
        }
    }

    private Void produce(EventQueue queue, int producer) throws Exception {
        Random random = new Random(seed + life * 31L + producer);
        long sequence = 0;
        while (!stopping) {
            int count = switch (random.nextInt(30)) {
                case 0 -> 1 + random.nextInt(LARGEST_BATCH);
                case 1, 2, 3, 4, 5, 6, 7, 8, 9 -> 1;
                default -> 1 + random.nextInt(60);
            };
            List<Entry> entries = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                entries.add(new Entry.Stored(new Payload(life, producer, sequence + i).bytes(seed), "protobuf"));
            }
            Appended appended =
                    queue.append(entries).outcome().toCompletableFuture().get();
            say("ack " + appended.firstId() + " " + producer + " " + sequence + " " + appended.count());
            sequence += appended.count();
            Thread.sleep(random.nextInt(8)); // or the next life has too much to read
        }
        return null;
    }

    /** Finishes leases out of order, and gives some back. */
    private Void consume(String name, Cursor cursor, int pauseMillis) throws Exception {
        Random random = new Random(seed + life * 17L + pauseMillis);
        List<Lease> held = new ArrayList<>();
        while (!stopping) {
            Lease lease = cursor.take(1 + random.nextInt(400), 1 << 20, SOON);
            if (!lease.events().isEmpty()) {
                held.add(lease);
            }
            if (held.size() > random.nextInt(6)) {
                finish(name, held.remove(random.nextInt(held.size())), random.nextInt(10) > 0);
                say("moved " + name + " " + cursor.position());
            }
            Thread.sleep(pauseMillis);
        }
        held.forEach(Lease::close);
        return null;
    }

    private void finish(String name, Lease lease, boolean done) {
        if (done) {
            long first = 0;
            long last = -1;
            for (QueuedEvent event : lease.events()) {
                if (event.id() != last + 1 || last < 0) {
                    sayDone(name, first, last);
                    first = event.id();
                }
                last = event.id();
            }
            sayDone(name, first, last);
            lease.done();
        }
        lease.close();
    }

    private void sayDone(String name, long first, long last) {
        if (last >= first) {
            say("done " + name + " " + first + " " + (last - first + 1));
        }
    }

    private Thread start(Callable<Void> task) {
        Thread thread = new Thread(() -> {
            try {
                task.call();
            } catch (Exception | LinkageError e) {
                fail(e);
            }
        });
        thread.start();
        return thread;
    }

    private void say(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            synchronized (out) {
                out.write(bytes);
            }
        } catch (IOException e) {
            Runtime.getRuntime().halt(8); // nobody listens any more
        }
    }

    private void fail(Throwable fault) {
        fault.printStackTrace();
        say("fault " + fault);
        Runtime.getRuntime().halt(9);
    }

    /** Puts events of one producer that follow each other into one line. */
    private final class Stretches {

        private final String name;
        private long firstId;
        private Payload first = Payload.NONE;
        private int count;

        Stretches(String name) {
            this.name = name;
        }

        void add(long id, Payload payload) {
            boolean follows = count > 0
                    && id == firstId + count
                    && payload.equals(new Payload(first.life(), first.producer(), first.sequence() + count));
            if (!follows) {
                end();
                firstId = id;
                first = payload;
            }
            count++;
        }

        void end() {
            if (count > 0) {
                say("found " + name + " " + firstId + " " + first.life() + " " + first.producer() + " "
                        + first.sequence() + " " + count);
            }
            count = 0;
        }
    }
}
