/**
 * How events become bytes: serializers for what is kept, encoders for what is sent.
 */
@Export
@Version("1.1.0")
package io.slipway.api.serializer;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
