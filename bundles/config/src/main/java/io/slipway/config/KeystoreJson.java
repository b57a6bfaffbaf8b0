package io.slipway.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.SortedMap;
import java.util.TreeMap;

/** The inside of a keystore: {@code {"NAME":{"value":"base64 of the secret"}}}. */
final class KeystoreJson {

    private static final JsonFactory JSON = new JsonFactory();

    private KeystoreJson() {}

    /** @throws IllegalArgumentException if it has another form */
    static SortedMap<String, String> read(byte[] bytes) throws IOException {
        SortedMap<String, String> secrets = new TreeMap<>();
        try (JsonParser json = JSON.createParser(bytes)) {
            require(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                require(json.nextToken() == JsonToken.START_OBJECT);
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    boolean value = json.currentName().equals("value");
                    JsonToken token = json.nextToken();
                    if (value) {
                        require(token == JsonToken.VALUE_STRING);
                        byte[] secret = Base64.getDecoder().decode(json.getText());
                        secrets.put(name, new String(secret, StandardCharsets.UTF_8));
                    } else {
                        json.skipChildren();
                    }
                }
            }
            return secrets;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON", null);
        }
    }

    static byte[] write(SortedMap<String, String> secrets) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            for (var secret : secrets.entrySet()) {
                json.writeObjectFieldStart(secret.getKey());
                byte[] value = secret.getValue().getBytes(StandardCharsets.UTF_8);
                json.writeStringField("value", Base64.getEncoder().encodeToString(value));
                json.writeEndObject();
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("another form");
        }
    }
}
