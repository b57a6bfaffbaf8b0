package io.slipway.encoder.format;

import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import io.slipway.api.event.FormatString;

/** The settings of a format encoder; those of {@code codec.format} in Beats. */
public record FormatEncoderSettings(
        @Setting("The text of an event, with places that it fills, such as %{[message]}.")
        String string) {

    public FormatEncoderSettings {
        if (string.isEmpty()) {
            throw new SettingException("string", string, "must not be empty");
        }
        try {
            FormatString.parse(string);
        } catch (IllegalArgumentException e) {
            throw new SettingException("string", string, e.getMessage());
        }
    }
}
