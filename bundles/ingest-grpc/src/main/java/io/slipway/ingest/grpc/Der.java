package io.slipway.ingest.grpc;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;

/** Just enough ASN.1 to wrap the older forms of private keys as PKCS#8. */
final class Der {

    private static final int INTEGER = 0x02;
    private static final int OCTETS = 0x04;
    private static final int SEQUENCE = 0x30;
    private static final int PARAMETERS = 0xa0;

    private static final byte[] VERSION = {INTEGER, 1, 0};
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

    private final byte[] bytes;
    private int position;

    private Der(byte[] bytes) {
        this.bytes = bytes;
    }

    static byte[] pkcs1ToPkcs8(byte[] key) {
        return element(SEQUENCE, VERSION, RSA, element(OCTETS, key));
    }

    /** @throws IllegalArgumentException if the key does not name its curve, or is no key */
    static byte[] sec1ToPkcs8(byte[] key) {
        Der inner = new Der(new Der(key).content(SEQUENCE));
        inner.content(INTEGER);
        inner.content(OCTETS);
        if (inner.position == inner.bytes.length || (inner.bytes[inner.position] & 0xff) != PARAMETERS) {
            throw new IllegalArgumentException("it does not name its curve");
        }
        byte[] curve = inner.content(PARAMETERS);
        return element(SEQUENCE, VERSION, element(SEQUENCE, EC, curve), element(OCTETS, key));
    }

    private byte[] content(int tag) {
        if (bytes.length - position < 2 || (bytes[position++] & 0xff) != tag) {
            throw new IllegalArgumentException("it is no DER of the expected form");
        }
        int length = bytes[position++] & 0xff;
        if (length > 0x80) {
            int count = length - 0x80;
            length = 0;
            for (int i = 0; i < count && position < bytes.length; i++) {
                length = length << 8 | bytes[position++] & 0xff;
            }
        }
        if (length < 0 || length > bytes.length - position) {
            throw new IllegalArgumentException("it is cut off");
        }
        position += length;
        return Arrays.copyOfRange(bytes, position - length, position);
    }

    private static byte[] element(int tag, byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else {
            int count = (39 - Integer.numberOfLeadingZeros(length)) / 8;
            out.write(0x80 | count);
            for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
                out.write(length >>> shift);
            }
        }
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }
}
