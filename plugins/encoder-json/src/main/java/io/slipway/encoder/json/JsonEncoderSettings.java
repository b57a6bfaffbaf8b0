package io.slipway.encoder.json;

import io.slipway.api.config.Setting;

/** The settings of a JSON encoder; those of {@code codec.json} in Beats. */
public record JsonEncoderSettings(
        @Setting(value = "Spread an event over several lines, indented, for people to read.", byDefault = "false")
        boolean pretty,

        @Setting(
                value =
                        "Write <, > and & in texts as \\u003c, \\u003e and \\u0026, for JSON that is put into a web page.",
                byDefault = "false")
        boolean escapeHtml,

        @Setting(
                value = "Write times in the time zone of this machine, with their offset, instead of in UTC.",
                byDefault = "false")
        boolean localTime) {}
