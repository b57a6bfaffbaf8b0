package io.slipway.api.state;

import io.slipway.api.event.ByteSlice;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.annotation.versioning.ProviderType;

/** A named store of small records that outlive a restart. Safe for all threads; may block on the disk. */
@ProviderType
public interface StateStore {

    Optional<ByteSlice> get(String key) throws IOException;

    /** The records whose keys start with {@code prefix}, by key; to be closed. */
    Stream<Item> list(String prefix) throws IOException;

    /**
     * Makes all {@code changes} or none; they are on disk when this returns.
     *
     * @return false, and nothing is changed, if an expectation among them was not met
     */
    boolean commit(Iterable<Change> changes) throws IOException;

    /** One record. */
    record Item(String key, ByteSlice value) {}

    /** One change of a {@link #commit}. */
    sealed interface Change {

        /** @param timeToLive after which the record is gone; zero: it stays */
        record Put(String key, ByteSlice value, Duration timeToLive) implements Change {}

        record Remove(String key) implements Change {}

        /** The record must hold {@code value} now; empty: it must not exist. */
        record Expect(String key, Optional<ByteSlice> value) implements Change {}
    }
}
