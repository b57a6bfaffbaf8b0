package io.slipway.core.config;

import io.slipway.core.config.InvalidConfiguration.Problem;
import java.util.List;

/**
 * A configuration that was checked: everything a run needs to know. Values only, so two plans can be compared part by
 * part.
 *
 * @param server where to listen
 * @param queue the queue
 * @param outputs at least one, names unique
 * @param pipeline what holds for all outputs
 * @param notices what the user should know and what is no mistake: old keys, sections without effect, missing plugins
 */
public record Plan(
        ServerPlan server, QueuePlan queue, List<OutputPlan> outputs, PipelinePlan pipeline, List<Problem> notices) {

    public Plan {
        outputs = List.copyOf(outputs);
        notices = List.copyOf(notices);
    }
}
