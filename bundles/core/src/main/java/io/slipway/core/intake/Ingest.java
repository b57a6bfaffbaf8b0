package io.slipway.core.intake;

import io.slipway.core.config.ServerPlan;
import java.io.IOException;
import java.util.List;

/** A kind of door for events. A service; the run opens every one that is there. */
public interface Ingest {

    /**
     * Starts to listen. Clients are answered from now on, with {@link Intake#unavailable} as long as it has a reason.
     *
     * @throws IOException if it cannot listen, with one sentence that says where, why and what to do
     */
    Door open(ServerPlan plan, Intake intake) throws IOException;

    /** An open door. Safe for all threads. */
    interface Door extends AutoCloseable {

        /** Where it listens, as clients would write it. */
        List<String> addresses();

        /**
         * Takes no more events: new requests are refused and waiting ones freed, at once. Those who follow the persisted
         * index go on. Does not wait.
         */
        void refuse();

        /** Ends everything that is still open and stops listening; takes some seconds at the most. */
        @Override
        void close();
    }
}
