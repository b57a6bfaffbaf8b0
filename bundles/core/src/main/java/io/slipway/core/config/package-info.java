/**
 * The plan: a configuration that was checked, and what reads it.
 */
@Export
@Version("0.1.0")
package io.slipway.core.config;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
