package io.slipway.api.input;

import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/** One request for room. Safe for all threads. */
@ProviderType
public interface Submission {

    /** Completes once drafts were taken. */
    CompletionStage<Receipt> receipt();

    /** Gives up waiting; true if nothing was taken and nothing will be. */
    boolean withdraw();
}
