/**
 * How events come in from inputs that run inside the shipper.
 *
 * <p>Nothing uses this package yet; it may change until something does.
 */
@Export
@Version("0.1.0")
package io.slipway.api.input;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
