/**
 * What is true right now, for whoever shows it.
 */
@Export
@Version("0.1.0")
package io.slipway.core.status;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
