package io.slipway.api.event;

import java.util.Objects;

/** Where an event comes from; an empty text where it was not said. */
public record Source(String inputId, String streamId) {

    public static final Source NONE = new Source("", "");

    public Source {
        Objects.requireNonNull(inputId);
        Objects.requireNonNull(streamId);
    }
}
