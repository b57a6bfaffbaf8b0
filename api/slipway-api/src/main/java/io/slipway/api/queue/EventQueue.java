package io.slipway.api.queue;

import java.io.IOException;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Holds events between their acceptance and the last output that settles them.
 *
 * <p>Every entry gets an id, above all ids this queue has ever given, also before a restart; ids of one answer are
 * consecutive. One cursor per output walks over the entries. Called by many threads at once. Safe under interruption:
 * a thread's interrupt never harms the queue.
 */
@ConsumerType
public interface EventQueue extends AutoCloseable {

    /**
     * Asks for room. Never blocks: as soon as the first entry fits, as many as fit are taken, in order. Waiting appends
     * are served in order of arrival, and one that waits holds nothing but its entries.
     *
     * <p>The answer fails with {@link QueueClosedException} if the queue closes first, and with {@link IOException} if
     * the entries could not be made as safe as this queue promises; none of them is taken then.
     *
     * @param entries at least one, each not above {@link #maxEventSize}
     */
    Append append(List<Entry> entries);

    /** The largest event, in bytes, that the queue takes. */
    int maxEventSize();

    /**
     * The highest id up to which every entry is as safe as this queue promises: settled by all cursors, or on disk. An
     * id that was never given counts as safe. 0 while there is none. Never goes back.
     */
    long persisted();

    /**
     * Opens the cursor of that name, or makes it.
     *
     * @param start where a new cursor begins; an existing one goes on where it was
     * @throws IOException if the cursor cannot be kept
     * @throws IllegalStateException if it is open
     */
    Cursor cursor(String name, Start start) throws IOException;

    /**
     * Opens the cursor of that name, or makes it, and says what is to happen to it when the queue is full.
     *
     * @param start where a new cursor begins; an existing one goes on where it was
     * @throws IOException as {@link #cursor(String, Start)}, and if this queue cannot drop what is asked to be dropped
     * @throws IllegalStateException if it is open
     */
    default Cursor cursor(String name, Start start, WhenFull whenFull) throws IOException {
        if (whenFull == WhenFull.DROP_OLDEST) {
            throw new IOException("This queue drops nothing. Set when_full: block, or use a queue on disk.");
        }
        return cursor(name, start);
    }

    /** The cursors that are kept and not open, sorted by name; empty for a queue that keeps none. */
    default List<ParkedCursor> parked() {
        return List.of();
    }

    /**
     * Names the run of ids that clients may rely on. A queue that keeps events gives the same name after a restart that
     * lost nothing, and a new one after each loss, after damage to unsettled events, and when ids are not certain. May
     * change while it is open, and then does so before {@link #persisted} covers anything of the new run. Cheap. Empty for
     * a queue that keeps nothing: then every opening is a new run.
     */
    default String generation() {
        return "";
    }

    /** How full it is. */
    Level level();

    /**
     * Stops: waiting appends fail, waiting takes end empty. What a queue in memory still holds is gone; one on disk
     * keeps it.
     */
    @Override
    void close() throws IOException;

    /** Where a new cursor begins. */
    enum Start {
        /** Behind all that is there. */
        END,
        /** With the oldest event that is still there. */
        OLDEST
    }

    /** What happens to what a cursor has not passed when there is no more room. */
    enum WhenFull {
        /** Nothing: appends wait. */
        BLOCK,
        /** The oldest of it is dropped and counted, leased events included, while this cursor is the one furthest behind. */
        DROP_OLDEST
    }

    /**
     * A cursor that is kept without anyone using it.
     *
     * @param position see {@link Cursor#position}
     * @param backlog see {@link Cursor#backlog}
     */
    record ParkedCursor(String name, long position, long backlog) {}

    /**
     * How full a queue is.
     *
     * @param events entries held, leased ones included
     * @param bytes what they take of {@code maxBytes}: their size, or the files of a queue on disk
     * @param maxEvents the bound in events; {@link Long#MAX_VALUE} if there is none
     * @param maxBytes the bound in bytes
     * @param waiting appends that wait for room
     */
    record Level(long events, long bytes, long maxEvents, long maxBytes, int waiting) {}
}
