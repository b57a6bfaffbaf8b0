/**
 * What a queue plugin implements: ids, cursors and leases.
 *
 * <p>Start at {@link io.slipway.api.queue.EventQueue}.
 */
@Export
@Version("1.1.0")
package io.slipway.api.queue;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
