package io.slipway.serializer.protobuf;

import io.slipway.wire.raw.WireReader;

/** The tags of the {@code Event} message and of what lies in it. */
final class WireTag {

    static final int TIMESTAMP = 1 << 3 | WireReader.LENGTH_DELIMITED;
    static final int SOURCE = 2 << 3 | WireReader.LENGTH_DELIMITED;
    static final int DATA_STREAM = 3 << 3 | WireReader.LENGTH_DELIMITED;
    static final int METADATA = 4 << 3 | WireReader.LENGTH_DELIMITED;
    static final int FIELDS = 5 << 3 | WireReader.LENGTH_DELIMITED;

    static final int SECONDS = 1 << 3 | WireReader.VARINT;
    static final int NANOS = 2 << 3 | WireReader.VARINT;

    static final int FIRST_TEXT = 1 << 3 | WireReader.LENGTH_DELIMITED;
    static final int SECOND_TEXT = 2 << 3 | WireReader.LENGTH_DELIMITED;
    static final int THIRD_TEXT = 3 << 3 | WireReader.LENGTH_DELIMITED;

    static final int ENTRY = 1 << 3 | WireReader.LENGTH_DELIMITED;
    static final int ENTRY_KEY = 1 << 3 | WireReader.LENGTH_DELIMITED;
    static final int ENTRY_VALUE = 2 << 3 | WireReader.LENGTH_DELIMITED;
    static final int ITEM = 1 << 3 | WireReader.LENGTH_DELIMITED;

    static final int NULL = 1 << 3 | WireReader.VARINT;
    static final int FLOAT64 = 2 << 3 | WireReader.FIXED64;
    static final int FLOAT32 = 3 << 3 | WireReader.FIXED32;
    static final int INT32 = 4 << 3 | WireReader.VARINT;
    static final int INT64 = 5 << 3 | WireReader.VARINT;
    static final int UINT32 = 6 << 3 | WireReader.VARINT;
    static final int UINT64 = 7 << 3 | WireReader.VARINT;
    static final int TEXT = 8 << 3 | WireReader.LENGTH_DELIMITED;
    static final int BOOL = 9 << 3 | WireReader.VARINT;
    static final int MAP = 10 << 3 | WireReader.LENGTH_DELIMITED;
    static final int LIST = 11 << 3 | WireReader.LENGTH_DELIMITED;
    static final int TIME = 12 << 3 | WireReader.LENGTH_DELIMITED;

    private WireTag() {}
}
