package io.slipway.cli.libbeat;

import com.google.protobuf.ByteString;
import io.slipway.wire.ListValue;
import io.slipway.wire.NullValue;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import io.slipway.wire.raw.EventCheck;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Reads the part of CBOR that events are written in: everything but strings of unknown length.
 *
 * <p>Our own, because Go writes text as the bytes it has, UTF-8 or not, and other readers refuse an event for that. Here what is not
 * UTF-8 becomes U+FFFD. Byte strings become Base64. Tags are passed over. For one thread.
 */
final class CborReader {

    private static final int UNSIGNED = 0;
    private static final int NEGATIVE = 1;
    private static final int BYTES = 2;
    private static final int TEXT = 3;
    private static final int LIST = 4;
    private static final int MAP = 5;
    private static final int TAG = 6;

    private static final int FALSE = 0xF4;
    private static final int TRUE = 0xF5;
    private static final int NULL = 0xF6;
    private static final int UNDEFINED = 0xF7;
    private static final int FLOAT16 = 0xF9;
    private static final int FLOAT32 = 0xFA;
    private static final int FLOAT64 = 0xFB;
    private static final int BREAK = 0xFF;

    private static final int UNKNOWN_LENGTH = 31;

    private final byte[] bytes;
    private final int end;
    private int at;

    CborReader(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.at = offset;
        this.end = offset + length;
    }

    /** Whether everything is read. */
    boolean atEnd() {
        return at == end;
    }

    /** The next value. */
    Value value() throws UnreadableException {
        return value(0);
    }

    private Value value(int depth) throws UnreadableException {
        if (depth > EventCheck.MAX_DEPTH) {
            throw new UnreadableException("is nested deeper than " + EventCheck.MAX_DEPTH);
        }
        int head = next();
        int low = head & 0x1F;
        Value.Builder value = Value.newBuilder();
        switch (head >>> 5) {
            case UNSIGNED -> unsigned(number(low), value);
            case NEGATIVE -> negative(number(low), value);
            case BYTES -> value.setStringValue(Base64.getEncoder().encodeToString(run(low).toByteArray()));
            case TEXT -> value.setStringValueBytes(text(low));
            case LIST -> value.setListValue(list(low, depth + 1));
            case MAP -> value.setStructValue(struct(low, depth + 1));
            case TAG -> {
                number(low);
                return value(depth + 1);
            }
            default -> simple(head, value);
        }
        return value.build();
    }

    private Struct struct(int low, int depth) throws UnreadableException {
        Struct.Builder struct = Struct.newBuilder();
        long left = low == UNKNOWN_LENGTH ? Long.MAX_VALUE : number(low);
        for (; left != 0 && !endsHere(low); left--) {
            int head = next();
            if (head >>> 5 != TEXT) {
                throw new UnreadableException("has a key that is no text");
            }
            struct.putData(text(head & 0x1F).toStringUtf8(), value(depth));
        }
        return struct.build();
    }

    private ListValue list(int low, int depth) throws UnreadableException {
        ListValue.Builder list = ListValue.newBuilder();
        long left = low == UNKNOWN_LENGTH ? Long.MAX_VALUE : number(low);
        for (; left != 0 && !endsHere(low); left--) {
            list.addValues(value(depth));
        }
        return list.build();
    }

    private boolean endsHere(int low) throws UnreadableException {
        if (low != UNKNOWN_LENGTH || at >= end || (bytes[at] & 0xFF) != BREAK) {
            return false;
        }
        at++;
        return true;
    }

    private void simple(int head, Value.Builder value) throws UnreadableException {
        switch (head) {
            case FALSE -> value.setBoolValue(false);
            case TRUE -> value.setBoolValue(true);
            case NULL, UNDEFINED -> value.setNullValue(NullValue.NULL_VALUE);
            case FLOAT16 -> value.setFloat64Value(half((int) bigEndian(2)));
            case FLOAT32 -> value.setFloat32Value(Float.intBitsToFloat((int) bigEndian(4)));
            case FLOAT64 -> value.setFloat64Value(Double.longBitsToDouble(bigEndian(8)));
            default -> throw new UnreadableException("has an unknown kind of value");
        }
    }

    private static void unsigned(long bits, Value.Builder value) {
        if (bits < 0) {
            value.setUint64Value(bits);
        } else {
            value.setInt64Value(bits);
        }
    }

    private static void negative(long bits, Value.Builder value) {
        if (bits < 0) {
            value.setFloat64Value(-1 - (bits - (double) Long.MIN_VALUE * 2)); // below what 64 bits with a sign can hold
        } else {
            value.setInt64Value(-1 - bits);
        }
    }

    /** As UTF-8, whatever it was. */
    private ByteString text(int low) throws UnreadableException {
        ByteString run = run(low);
        return run.isValidUtf8()
                ? run
                : ByteString.copyFrom(run.toString(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private ByteString run(int low) throws UnreadableException {
        long length = number(low);
        if (length < 0 || length > end - at) {
            throw new UnreadableException("ends in the middle of a value");
        }
        ByteString run = ByteString.copyFrom(bytes, at, (int) length);
        at += (int) length;
        return run;
    }

    private long number(int low) throws UnreadableException {
        return switch (low) {
            case 24 -> bigEndian(1);
            case 25 -> bigEndian(2);
            case 26 -> bigEndian(4);
            case 27 -> bigEndian(8);
            case 28, 29, 30, UNKNOWN_LENGTH -> throw new UnreadableException("has an unknown kind of length");
            default -> low;
        };
    }

    private long bigEndian(int count) throws UnreadableException {
        long number = 0;
        for (int i = 0; i < count; i++) {
            number = number << 8 | next();
        }
        return number;
    }

    private int next() throws UnreadableException {
        if (at >= end) {
            throw new UnreadableException("ends in the middle of a value");
        }
        return bytes[at++] & 0xFF;
    }

    private static double half(int bits) {
        int exponent = bits >> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        double size = exponent == 0
                ? Math.scalb((double) fraction, -24)
                : exponent == 31
                        ? fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN
                        : Math.scalb((double) (fraction | 0x400), exponent - 25);
        return (bits & 0x8000) == 0 ? size : -size;
    }
}
