/**
 * What flows: an {@link io.slipway.api.event.Event}, its values, and a way to read it without building it.
 */
@Export
@Version("1.1.0")
package io.slipway.api.event;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
