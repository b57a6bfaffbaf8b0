/**
 * What the host gives to every plugin instance.
 *
 * <p>Start at {@link io.slipway.api.plugin.PluginContext}.
 */
@Export
@Version("1.1.0")
package io.slipway.api.plugin;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
