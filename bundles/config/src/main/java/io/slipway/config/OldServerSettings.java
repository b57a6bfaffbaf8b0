package io.slipway.config;

import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import java.util.Optional;

/** What stands under {@code server} at the root of a file of the shipper's versions 8.5 to 8.7. */
record OldServerSettings(
        @Setting(value = "The TCP port on localhost.", byDefault = "50051")
        int port,

        @Setting(value = "Whether to use TLS.", byDefault = "false")
        boolean tls,

        @Setting("The path of the certificate's PEM file.") Optional<String> cert,

        @Setting(value = "The path of the key's PEM file.", secret = true)
        Optional<String> key,

        @Setting(value = "As shipper.strict_mode.", byDefault = "false")
        boolean strictMode) {

    OldServerSettings {
        if (port < 0 || port > 65535) {
            throw new SettingException("port", port, "must be from 0 to 65535");
        }
    }
}
