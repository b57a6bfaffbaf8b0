package io.slipway.itests.benchmarks;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Many different events in the shape of log lines, each in an array of its own. They are made before a measurement begins
 * and used again only when all of them have been.
 */
final class LogEvents {

    /** The size of each. */
    static final int SIZE = 1024;

    /** More than are ever under way at once. */
    private static final int COUNT = 24_000;

    private static final String[] LEVELS = {"INFO", "WARN", "ERROR", "DEBUG"};
    private static final String[] SERVICES = {"checkout", "cart", "payment", "frontend", "search", "inventory", "auth"};
    private static final String[] MESSAGES = {
        "request completed", "connection reset by peer", "cache miss for key", "retrying after backoff", "slow query"
    };

    private final Entry[] events = new Entry[COUNT];

    LogEvents() {
        Random random = new Random(42);
        for (int i = 0; i < COUNT; i++) {
            byte[] event = Load.event(random, SIZE, line(random, SIZE)).toByteArray();
            events[i] = new Entry.Stored(ByteSlice.of(event), "protobuf");
        }
    }

    /** A walk over {@code part} of {@code parts}, for one thread. */
    Walk walk(int part, int parts) {
        return new Walk(COUNT / parts * part, COUNT / parts);
    }

    /** At least {@code length} letters of log. */
    static String line(Random random, int length) {
        StringBuilder line = new StringBuilder(length + 256);
        while (line.length() < length) {
            line.append("ts=").append(1_764_532_800_000L + random.nextInt(100_000_000));
            line.append(" level=").append(one(random, LEVELS));
            line.append(" service=").append(one(random, SERVICES));
            line.append(" trace_id=").append(Long.toHexString(random.nextLong()));
            line.append(Long.toHexString(random.nextLong()));
            line.append(" msg=\"").append(one(random, MESSAGES));
            line.append("\" dur_ms=").append(random.nextInt(5000));
            line.append(" host=ip-10-").append(random.nextInt(256)).append('-').append(random.nextInt(256));
            line.append(" path=/api/v1/").append(one(random, SERVICES)).append('/');
            line.append(random.nextInt(100_000)).append(' ');
        }
        return line.toString();
    }

    private static String one(Random random, String[] words) {
        return words[random.nextInt(words.length)];
    }

    /** Goes over its events again and again. */
    final class Walk {

        private final int first;
        private final int count;
        private int at;

        Walk(int first, int count) {
            this.first = first;
            this.count = count;
        }

        List<Entry> next(int batch) {
            if (at + batch > count) {
                at = 0;
            }
            int from = first + at;
            at += batch;
            return Arrays.asList(Arrays.copyOfRange(events, from, from + batch));
        }
    }
}
