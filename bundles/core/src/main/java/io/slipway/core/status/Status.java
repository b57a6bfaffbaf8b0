package io.slipway.core.status;

import io.slipway.api.plugin.Health;
import io.slipway.api.queue.EventQueue.Level;
import io.slipway.api.queue.EventQueue.ParkedCursor;
import java.util.List;

/** Tells what is true right now. A service; safe for all threads, never blocks. */
@FunctionalInterface
public interface Status {

    Snapshot now();

    /**
     * The whole shipper at one moment.
     *
     * @param uuid see {@link io.slipway.core.intake.Intake#uuid}
     * @param persisted see {@link io.slipway.core.intake.Intake#persisted}
     * @param queue how full the queue is
     * @param queueHealth what the queue says of itself
     * @param parked cursors of outputs that are not configured any more
     * @param accepted events accepted since the start, dead letters of the intake included
     * @param intakeDeadLettered events that the intake put aside since the start
     */
    record Snapshot(
            String uuid,
            long persisted,
            Level queue,
            Health queueHealth,
            List<ParkedCursor> parked,
            long accepted,
            long intakeDeadLettered,
            List<OutputSnapshot> outputs) {

        public Snapshot {
            parked = List.copyOf(parked);
            outputs = List.copyOf(outputs);
        }

        /** The worst of what the queue and the outputs are. */
        public Health health() {
            Health worst = queueHealth;
            for (OutputSnapshot output : outputs) {
                worst = output.health().state().compareTo(worst.state()) > 0 ? output.health() : worst;
            }
            return worst;
        }
    }

    /**
     * One output. All counts are accepted events, since its cursor began in this process: {@code accepted = delivered +
     * deadLettered + dropped + lost + queued}, always. The intake's dead letters belong to no output.
     *
     * @param duplicates those of {@code delivered} that the destination had before
     * @param dropped events that are gone by a rule the user set
     * @param lost events that the queue lost by damage
     * @param queued events not settled, those in a worker's hands included
     * @param retries attempts that were repeated; no part of the sum
     */
    record OutputSnapshot(
            String name,
            String type,
            Health health,
            long accepted,
            long delivered,
            long duplicates,
            long deadLettered,
            long dropped,
            long lost,
            long queued,
            long retries) {}
}
