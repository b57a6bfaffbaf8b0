/**
 * Settings: a record with one annotation per component is the only place where a setting exists.
 */
@Export
@Version("1.0.0")
package io.slipway.api.config;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
