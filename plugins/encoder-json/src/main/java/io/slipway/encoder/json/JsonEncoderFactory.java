package io.slipway.encoder.json;

import io.slipway.api.plugin.PluginContext;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncoderFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Opens encoders that write events as JSON. */
@Component
public final class JsonEncoderFactory implements EncoderFactory<JsonEncoderSettings> {

    private final String version;

    @Activate
    public JsonEncoderFactory() {
        try (InputStream in = JsonEncoderFactory.class.getResourceAsStream("version.txt")) {
            version = new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String id() {
        return "json";
    }

    @Override
    public Class<JsonEncoderSettings> settings() {
        return JsonEncoderSettings.class;
    }

    @Override
    public Encoder open(JsonEncoderSettings settings, PluginContext context) {
        ZoneId zone = settings.localTime() ? ZoneId.systemDefault() : ZoneOffset.UTC;
        JsonBuffer buffer = new JsonBuffer(settings.escapeHtml());
        JsonWriter writer = new JsonWriter(buffer, settings.pretty(), new JsonTime(zone));
        return new JsonEncoder(buffer, new EventLayout(writer, version), context);
    }
}
