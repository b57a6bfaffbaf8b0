package io.slipway.api.event;

import java.util.Objects;

/** The data stream an event belongs to; an empty text where it was not said. */
public record DataStream(String type, String dataset, String namespace) {

    public static final DataStream NONE = new DataStream("", "", "");

    public DataStream {
        Objects.requireNonNull(type);
        Objects.requireNonNull(dataset);
        Objects.requireNonNull(namespace);
    }
}
