package io.slipway.core.status;

import io.slipway.api.plugin.Health;
import io.slipway.api.queue.EventQueue.Level;
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
     * @param accepted events accepted since the start, dead letters of the intake included
     * @param intakeDeadLettered events that the intake put aside since the start
     */
    record Snapshot(
            String uuid,
            long persisted,
            Level queue,
            long accepted,
            long intakeDeadLettered,
            List<OutputSnapshot> outputs) {

        public Snapshot {
            outputs = List.copyOf(outputs);
        }
    }

    /**
     * One output. All counts are accepted events, since its cursor began in this process: {@code accepted = delivered +
     * deadLettered + dropped + queued}, always. The intake's dead letters belong to no output.
     *
     * @param duplicates those of {@code delivered} that the destination had before
     * @param dropped events that are gone by a rule the user set
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
            long queued,
            long retries) {}
}
