/**
 * Where events come in: the door on one side, the running plan on the other.
 */
@Export
@Version("0.1.0")
package io.slipway.core.intake;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
