package io.slipway.serializer.json;

import java.nio.charset.StandardCharsets;

/** The names that have a meaning of their own. */
final class Name {

    static final byte[] TIMESTAMP = ascii("@timestamp");
    static final byte[] SOURCE = ascii("source");
    static final byte[] INPUT_ID = ascii("input_id");
    static final byte[] STREAM_ID = ascii("stream_id");
    static final byte[] DATA_STREAM = ascii("data_stream");
    static final byte[] TYPE = ascii("type");
    static final byte[] DATASET = ascii("dataset");
    static final byte[] NAMESPACE = ascii("namespace");
    static final byte[] METADATA = ascii("metadata");
    static final byte[] FIELDS = ascii("fields");

    /** Before the name of a kind; a key of the user's that begins with it has it once more. */
    static final char KIND = '$';

    static final byte[] INT32 = ascii("$i32");
    static final byte[] UINT32 = ascii("$u32");
    static final byte[] UINT64 = ascii("$u64");
    static final byte[] FLOAT32 = ascii("$f32");
    static final byte[] FLOAT64 = ascii("$f64");
    static final byte[] TIME = ascii("$time");

    static final byte[] NOT_A_NUMBER = ascii("NaN");
    static final byte[] INFINITY = ascii("Infinity");
    static final byte[] MINUS_INFINITY = ascii("-Infinity");

    private Name() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
