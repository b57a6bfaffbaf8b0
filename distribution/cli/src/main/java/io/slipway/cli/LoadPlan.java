package io.slipway.cli;

/**
 * What to generate.
 *
 * @param events how many
 * @param size bytes of the message of each
 * @param batch events in one request
 * @param connections clients that send at once
 * @param inflight requests that each client may have on their way at once
 * @param rate events per second, all together; 0: as fast as it goes
 */
record LoadPlan(long events, int size, int batch, int connections, int inflight, long rate) {

    private static final int LARGEST = 60 << 20;

    LoadPlan {
        atLeastOne("--events", events);
        atLeastOne("--size", size);
        atLeastOne("--batch", batch);
        atLeastOne("--connections", connections);
        atLeastOne("--inflight", inflight);
        if (rate < 0) {
            throw new IllegalArgumentException("--rate: \"" + rate + "\" must not be negative.");
        }
        if ((long) size * batch > LARGEST) {
            throw new IllegalArgumentException(
                    "--size times --batch must be at most 60 MiB, so that it fits in a request.");
        }
    }

    private static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": \"" + value + "\" must be at least 1.");
        }
    }
}
