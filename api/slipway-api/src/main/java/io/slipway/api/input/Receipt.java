package io.slipway.api.input;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/** What became of submitted drafts. Outlives the input that has it; safe for all threads. */
@ProviderType
public interface Receipt {

    /** How many drafts were taken, counted from the first; at least 1. */
    int accepted();

    /** Why, by position, a draft that counts as taken was put aside as a dead letter. */
    Map<Integer, String> refused();

    /** Completes when all that was taken is safe in the queue's sense. */
    CompletionStage<Void> persisted();

    /** Completes when every output has settled all that was taken. */
    CompletionStage<Void> settled();
}
