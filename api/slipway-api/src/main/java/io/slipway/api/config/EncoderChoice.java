package io.slipway.api.config;

import java.util.Objects;

/**
 * Which encoder, and its settings; in the file a map with one key, such as {@code json: {pretty: true}}. {@link
 * io.slipway.api.plugin.PluginContext#encoder} opens it.
 *
 * @param id the encoder's id
 * @param settings the settings record of that encoder
 */
public record EncoderChoice(String id, Record settings) {

    public EncoderChoice {
        Objects.requireNonNull(id);
        Objects.requireNonNull(settings);
    }
}
