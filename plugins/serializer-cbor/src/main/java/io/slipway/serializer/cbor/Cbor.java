package io.slipway.serializer.cbor;

/** The bytes and numbers of CBOR that an event is made of. */
final class Cbor {

    static final int UNSIGNED = 0;
    static final int NEGATIVE = 1;
    static final int TEXT = 3;
    static final int ARRAY = 4;
    static final int MAP = 5;
    static final int TAG = 6;

    static final int FALSE = 0xf4;
    static final int TRUE = 0xf5;
    static final int NULL = 0xf6;
    static final int FLOAT32 = 0xfa;
    static final int FLOAT64 = 0xfb;

    /** An array and a map whose end is told by {@link #BREAK}. */
    static final int START_LIST = 0x9f;

    static final int START_MAP = 0xbf;
    static final int BREAK = 0xff;

    /** The parts of an event: timestamp, source, data stream, metadata and fields. */
    static final int PARTS = 5;

    /** RFC 9581's extended time: a map of {@link #SECONDS} and, unless they are 0, {@link #NANOS}. */
    static final int TAG_TIME = 1001;

    /** Ours, not registered: the kind of the integer that follows. */
    static final int TAG_INT32 = 50_432;

    static final int TAG_UINT32 = 50_433;
    static final int TAG_UINT64 = 50_434;

    /** The keys 1 and -9, as bytes. */
    static final int SECONDS = 0x01;

    static final int NANOS = 0x28;

    private Cbor() {}
}
