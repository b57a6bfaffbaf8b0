package io.slipway.api.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A queue that keeps events, seen from outside by the {@code slipway queue} commands: on its disk, while it is closed or
 * while a shipper uses it. Never changes an event. Used by one thread at a time; every call may block on the disk.
 */
@ConsumerType
public interface StoredQueue extends AutoCloseable {

    /** What there is right now. Cheap: no event is read. */
    Contents contents() throws IOException;

    /**
     * Gives the events from {@code id} on, oldest first, as far as they are readable and safe on disk.
     *
     * @return how many events between were lost by damage
     */
    long read(long id, Reader reader) throws IOException, InterruptedException;

    /** Reads and checks everything. */
    Verdict verify() throws IOException, InterruptedException;

    /**
     * Forgets a cursor that is parked, so that nothing is kept for it any more. Asks the shipper that uses the queue to do
     * it, if there is one.
     *
     * @param patience how long to wait for that shipper
     * @return how many events it had not passed
     * @throws IOException if there is no such cursor, it is open, or the shipper does not answer; with one sentence
     */
    long drop(String cursor, Duration patience) throws IOException, InterruptedException;

    /**
     * Makes a copy that can be opened as a queue: everything that was safe on disk when the copy began, and cursors that
     * are not further than they were when it ended.
     *
     * @param folder does not exist, or is empty
     */
    void copyTo(Path folder) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;

    /** Is given what {@link #read} finds. */
    @FunctionalInterface
    interface Reader {

        /** @return whether to go on */
        boolean read(QueuedEvent event) throws IOException, InterruptedException;
    }

    /**
     * What there is.
     *
     * @param path its folder
     * @param usedBy the process that uses it, empty if none does
     * @param events those that the cursor furthest behind has not passed; those of all without any cursor
     * @param bytes what it takes on disk
     * @param maxBytes the bound on that
     */
    record Contents(
            Path path, String usedBy, long events, long bytes, long maxBytes, List<Place> cursors, List<Part> parts) {

        public Contents {
            cursors = List.copyOf(cursors);
            parts = List.copyOf(parts);
        }
    }

    /**
     * A cursor.
     *
     * @param position see {@link Cursor#position}; what was saved last, if a shipper uses the queue
     * @param backlog see {@link Cursor#backlog}
     */
    record Place(String name, long position, long backlog) {}

    /**
     * A file of events.
     *
     * @param firstId the lowest id that may be in it
     * @param bytes its size
     * @param form how events lie in it, such as {@code protobuf, zstd, key 2026}
     */
    record Part(String name, long firstId, long bytes, String form) {}

    /**
     * What a check found.
     *
     * @param events how many were read and are whole
     * @param lost how many are missing or damaged
     * @param findings a sentence for each thing that is not as it should be
     */
    record Verdict(long events, long lost, List<String> findings) {

        public Verdict {
            findings = List.copyOf(findings);
        }
    }
}
