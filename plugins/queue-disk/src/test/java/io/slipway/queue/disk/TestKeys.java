package io.slipway.queue.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Keys for tests, each made of its alias. */
final class TestKeys {

    private TestKeys() {}

    /** A ring of keys of which the first seals; equal aliases are equal keys. */
    static KeyRing ring(String... aliases) {
        try {
            return KeyRing.open(
                    new DiskQueueSettings.Encryption(
                            Stream.of(aliases).map(TestKeys::key).toList()),
                    Optional.empty(),
                    Map.of());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static DiskQueueSettings.Key key(String alias) {
        byte[] secret = Arrays.copyOf(alias.getBytes(StandardCharsets.US_ASCII), MasterKey.LENGTH);
        return value(alias, Base64.getEncoder().encodeToString(secret));
    }

    static DiskQueueSettings.Key value(String alias, String value) {
        return new DiskQueueSettings.Key(alias, Optional.of(value), Optional.empty(), List.of());
    }
}
