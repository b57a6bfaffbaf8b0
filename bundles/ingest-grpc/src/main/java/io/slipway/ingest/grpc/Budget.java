package io.slipway.ingest.grpc;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The memory for requests that are being received or wait for room, given out in shares, in order of arrival.
 *
 * <p>A share that is not there yet keeps those behind it waiting, however small they are; so a large request gets its turn.
 * Safe for all threads; nothing here blocks.
 */
final class Budget {

    private final long size;
    private final Set<Share> waiting = new LinkedHashSet<>();
    private long free;

    Budget(long size) {
        this.size = size;
        this.free = size;
    }

    /**
     * Asks for a share.
     *
     * @param bytes no more than the budget's size
     * @param granted called once, by the thread that gives memory back, if the share was not granted at once
     */
    Share ask(long bytes, Runnable granted) {
        if (bytes > size) {
            throw new IllegalArgumentException(bytes + " bytes of " + size);
        }
        Share share = new Share(bytes, granted);
        synchronized (this) {
            if (waiting.isEmpty() && bytes <= free) {
                share.take();
            } else {
                waiting.add(share);
            }
        }
        return share;
    }

    /** The bytes that no one has. */
    synchronized long free() {
        return free;
    }

    private void grant() {
        List<Share> lucky = new ArrayList<>();
        synchronized (this) {
            while (!waiting.isEmpty()) {
                Share next = waiting.iterator().next();
                if (next.bytes > free) {
                    break;
                }
                waiting.remove(next);
                next.take();
                lucky.add(next);
            }
        }
        lucky.forEach(share -> share.whenGranted.run());
    }

    /** A part of the budget, or a place in the line for one. */
    final class Share {

        private final Runnable whenGranted;
        private long bytes;
        private boolean taken;

        private Share(long bytes, Runnable whenGranted) {
            this.bytes = bytes;
            this.whenGranted = whenGranted;
        }

        boolean granted() {
            synchronized (Budget.this) {
                return taken;
            }
        }

        /** Gives back what is above {@code rest} bytes. */
        void shrink(long rest) {
            synchronized (Budget.this) {
                if (!taken || rest >= bytes) {
                    return;
                }
                free += bytes - rest;
                bytes = rest;
            }
            grant();
        }

        /** Gives all of it back, or leaves the line. A second call does nothing. */
        void release() {
            synchronized (Budget.this) {
                waiting.remove(this);
                if (taken) {
                    free += bytes;
                }
                bytes = 0;
            }
            grant();
        }

        private void take() {
            taken = true;
            free -= bytes;
        }
    }
}
