/**
 * What changes, drops or splits events between the queue and an output.
 */
@Export
@Version("1.0.0")
package io.slipway.api.processor;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
