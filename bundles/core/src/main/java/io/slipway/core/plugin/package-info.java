/**
 * The plugins that are there now.
 */
@Export
@Version("0.1.0")
package io.slipway.core.plugin;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
