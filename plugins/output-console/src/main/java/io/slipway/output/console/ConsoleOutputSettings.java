package io.slipway.output.console;

import io.slipway.api.config.EncoderChoice;
import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import java.util.Optional;

/** The settings of a console output. */
record ConsoleOutputSettings(
        @Setting(value = "How an event is written.", byDefault = "json")
        EncoderChoice codec,

        @Setting("Old form of `codec.json.pretty`.") Optional<Boolean> pretty) {

    ConsoleOutputSettings {
        if (pretty.isPresent() && !Pretty.isKnownTo(codec)) {
            throw new SettingException("pretty", pretty.get(), "works only with an encoder that has a setting pretty");
        }
    }

    /** The encoder that both settings together mean. */
    EncoderChoice encoder() {
        return pretty.map(value -> Pretty.of(codec, value)).orElse(codec);
    }
}
