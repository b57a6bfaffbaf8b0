/**
 * What an output plugin implements, and how it tells what became of a batch.
 *
 * <p>Start at {@link io.slipway.api.output.OutputFactory}.
 */
@Export
@Version("1.0.0")
package io.slipway.api.output;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
