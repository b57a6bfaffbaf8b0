package io.slipway.itests.delivery;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads JSON by a library that is not the shipper's own. */
final class Json {

    private static final JsonFactory STRICT = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNameLength(1 << 20)
                    .maxStringLength(128 << 20)
                    .build())
            .build();

    private Json() {}

    /** Every key of a document, at any depth; fails if it is no JSON or names a key of an object twice. */
    static List<String> keys(String document) {
        try (JsonParser parser = STRICT.createParser(document)) {
            List<String> keys = new ArrayList<>();
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    keys.add(parser.currentName());
                }
            }
            return keys;
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + e.getMessage(), e);
        }
    }

    /** The text or number at {@code key} on the first level; empty if there is none. */
    static String at(String document, String key) {
        try (JsonParser parser = STRICT.createParser(document)) {
            int depth = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (token == JsonToken.FIELD_NAME
                        && depth == 1
                        && parser.currentName().equals(key)) {
                    parser.nextToken();
                    return parser.getText();
                }
            }
            return "";
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + e.getMessage(), e);
        }
    }
}
