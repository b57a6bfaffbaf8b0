package io.slipway.wire.raw;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The uuid of a PublishRequest and where in its bytes each event lies; the events are neither copied nor looked into.
 *
 * <p>At most {@link #MAX_EVENTS} are cut. An answer accepts a prefix, so a client sends what lies beyond again, and a request
 * made of millions of empty events costs little more than its own bytes.
 */
public final class CutRequest {

    /** The most events that are taken from one request. */
    public static final int MAX_EVENTS = 65_536;

    private static final int UUID = 1 << 3 | WireReader.LENGTH_DELIMITED;
    private static final int EVENT = 2 << 3 | WireReader.LENGTH_DELIMITED;
    private static final int UUID_LENGTH = 36;

    private final byte[] bytes;
    private int uuidOffset;
    private int uuidLength;
    private int[] offsets = new int[64];
    private int[] lengths = new int[64];
    private int size;
    private boolean oldNumbering;

    private CutRequest(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Cuts the message in {@code bytes}.
     *
     * @throws MalformedException if it is no message, or its uuid no text
     */
    public static CutRequest of(byte[] bytes) throws MalformedException {
        CutRequest request = new CutRequest(bytes);
        request.cut(new WireReader().reset(bytes, 0, bytes.length));
        return request;
    }

    /** The uuid that the client expects; empty if it expects none. */
    public String uuid() {
        return new String(bytes, uuidOffset, uuidLength, StandardCharsets.UTF_8);
    }

    /** The number of events. */
    public int size() {
        return size;
    }

    /** The index in the request's bytes at which an event begins. */
    public int offset(int event) {
        return offsets[event];
    }

    /** The number of bytes of an event. */
    public int length(int event) {
        return lengths[event];
    }

    /**
     * Whether this is a request of the protocol before its version 0.3.0, in which field 1 held the events and field 2 the uuid:
     * a uuid has no control characters, every event begins with one; and no event reads like a uuid.
     */
    public boolean oldNumbering() {
        return oldNumbering;
    }

    private void cut(WireReader reader) throws MalformedException {
        while (!reader.atEnd()) {
            int tag = reader.tag();
            if (tag == EVENT) {
                int length = reader.length();
                add(reader.position(), length);
                reader.advance(length);
            } else if (tag == UUID) {
                uuidLength = reader.length();
                uuidOffset = reader.position();
                reader.advance(uuidLength);
                checkUuid();
            } else {
                reader.skip(tag);
            }
        }
    }

    private void checkUuid() throws MalformedException {
        for (int i = uuidOffset; i < uuidOffset + uuidLength; i++) {
            if (bytes[i] >= 0 && bytes[i] < ' ') {
                oldNumbering = true;
                return;
            }
        }
        if (!oldNumbering && !Utf8.isWellFormed(bytes, uuidOffset, uuidOffset + uuidLength)) {
            throw new MalformedException("uuid is not UTF-8");
        }
    }

    private void add(int offset, int length) {
        oldNumbering |= length == UUID_LENGTH && looksLikeUuid(offset);
        if (size == MAX_EVENTS) {
            return;
        }
        if (size == offsets.length) {
            offsets = Arrays.copyOf(offsets, size * 2);
            lengths = Arrays.copyOf(lengths, size * 2);
        }
        offsets[size] = offset;
        lengths[size++] = length;
    }

    private boolean looksLikeUuid(int offset) {
        for (int i = 0; i < UUID_LENGTH; i++) {
            byte b = bytes[offset + i];
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? b != '-' : Character.digit(b, 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
