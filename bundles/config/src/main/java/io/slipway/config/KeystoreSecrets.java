package io.slipway.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Secrets of a keystore for one reading; opens it when the first is asked for. */
final class KeystoreSecrets implements Variables.Secrets {

    private final Keystore keystore;
    private final Findings findings;
    private final Set<String> given = new HashSet<>();
    private Map<String, String> secrets;

    KeystoreSecrets(Path file, Findings findings) {
        this.keystore = new Keystore(file);
        this.findings = findings;
    }

    @Override
    public Optional<String> get(String name) {
        if (secrets == null) {
            secrets = open();
        }
        Optional<String> secret = Optional.ofNullable(secrets.get(name));
        secret.ifPresent(given::add);
        return secret;
    }

    /** The secrets that were asked for so far; never to be shown. */
    Set<String> given() {
        return Set.copyOf(given);
    }

    private Map<String, String> open() {
        try {
            Map<String, String> read = keystore.read().orElse(null);
            return read == null ? Map.of() : read;
        } catch (IOException e) {
            findings.mistake(Place.NOWHERE, e.getMessage());
            return Map.of();
        }
    }
}
