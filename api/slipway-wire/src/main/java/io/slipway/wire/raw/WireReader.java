package io.slipway.wire.raw;

/**
 * A place in the bytes of a protocol buffers message, and the means to move it on.
 *
 * <p>Reads nothing outside the range it was given. It is stricter than protobuf-java in one thing: a tag or a length has at
 * most five bytes. Makes no objects, is made to be used again through {@link #reset}, and belongs to one thread at a time.
 */
public final class WireReader {

    public static final int VARINT = 0;
    public static final int FIXED64 = 1;
    public static final int LENGTH_DELIMITED = 2;
    public static final int START_GROUP = 3;
    public static final int END_GROUP = 4;
    public static final int FIXED32 = 5;

    /** How deep unknown groups may be nested in each other; nobody has written groups since proto2. */
    private static final int MAX_GROUPS = 16;

    private byte[] bytes = {};
    private int position;
    private int end;

    /** Begins anew with {@code length} bytes from {@code offset}. */
    public WireReader reset(byte[] bytes, int offset, int length) {
        if (offset < 0 || length < 0 || offset > bytes.length - length) {
            throw new IndexOutOfBoundsException(
                    "offset " + offset + " and length " + length + " in " + bytes.length + " bytes");
        }
        this.bytes = bytes;
        this.position = offset;
        this.end = offset + length;
        return this;
    }

    /** The index in the array of the next byte to read. */
    public int position() {
        return position;
    }

    /** Whether the range has been read to its end. */
    public boolean atEnd() {
        return position == end;
    }

    /** Reads a tag; its field number and wire type are {@code tag >>> 3} and {@code tag & 7}. */
    public int tag() throws MalformedException {
        int tag = position < end && bytes[position] >= 0 ? bytes[position++] : shortVarint("tag");
        if (tag >>> 3 == 0) {
            throw new MalformedException("a field has the number 0");
        }
        return tag;
    }

    /** Reads an integer of up to ten bytes. */
    public long varint() throws MalformedException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte b = next();
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedException("an integer has more than ten bytes");
    }

    /** Reads a length, of which that many bytes are there. */
    public int length() throws MalformedException {
        int length = position < end && bytes[position] >= 0 ? bytes[position++] : shortVarint("length");
        if (length < 0 || length > end - position) {
            throw new MalformedException("a length goes beyond the end");
        }
        return length;
    }

    /** Reads four bytes, lowest first. */
    public int fixed32() throws MalformedException {
        int at = position;
        advance(4);
        return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }

    /** Reads eight bytes, lowest first. */
    public long fixed64() throws MalformedException {
        long low = fixed32() & 0xffff_ffffL;
        return low | (long) fixed32() << 32;
    }

    /** Moves on by {@code count} bytes. */
    public void advance(int count) throws MalformedException {
        if (count < 0 || count > end - position) {
            throw new MalformedException("the bytes end within a field");
        }
        position += count;
    }

    /** Moves past the value that belongs to {@code tag}. */
    public void skip(int tag) throws MalformedException {
        skip(tag, 0);
    }

    /**
     * Reads a length and narrows the range to that many bytes, the message within.
     *
     * @return the old end, for {@link #leave}
     */
    public int enter() throws MalformedException {
        int length = length();
        int outer = end;
        end = position + length;
        return outer;
    }

    /** Moves to the end of a message within and widens the range again. */
    public void leave(int outer) {
        position = end;
        end = outer;
    }

    private void skip(int tag, int groups) throws MalformedException {
        switch (tag & 7) {
            case VARINT -> varint();
            case FIXED64 -> advance(8);
            case LENGTH_DELIMITED -> advance(length());
            case START_GROUP -> skipGroup(tag >>> 3, groups + 1);
            case FIXED32 -> advance(4);
            case END_GROUP -> throw new MalformedException("a group ends that did not begin");
            default -> throw new MalformedException("a field has an unknown wire type");
        }
    }

    private void skipGroup(int number, int groups) throws MalformedException {
        if (groups > MAX_GROUPS) {
            throw new MalformedException("unknown groups are nested too deep");
        }
        for (int tag = tag(); tag != (number << 3 | END_GROUP); tag = tag()) {
            skip(tag, groups);
        }
    }

    private int shortVarint(String what) throws MalformedException {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            byte b = next();
            if (shift == 28 && (b & 0xf0) != 0) {
                break;
            }
            value |= (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedException("a " + what + " is too large");
    }

    private byte next() throws MalformedException {
        if (position == end) {
            throw new MalformedException("the bytes end within a field");
        }
        return bytes[position++];
    }
}
