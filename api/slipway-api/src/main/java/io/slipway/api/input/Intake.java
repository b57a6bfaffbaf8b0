package io.slipway.api.input;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** Where an input hands over what it reads. Safe for all threads; never blocks. */
@ProviderType
public interface Intake {

    /** Asks for room for {@code drafts}, at least one. As many as fit are taken, in order, once the first one fits. */
    Submission submit(List<Draft> drafts);
}
