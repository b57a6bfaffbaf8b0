package io.slipway.queue.disk;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * The keys of a queue: the first encrypts, each decrypts what it encrypted. 32 bytes in base64 or hexadecimal digits are
 * the key; another text is a pass phrase, made into a key with a salt that is made once per alias. For all threads.
 */
final class KeyRing {

    /** No keys: nothing is encrypted. */
    static final KeyRing EMPTY = new KeyRing(List.of(), Map.of());

    private static final String PASSWORD = "password"; // the alias of the key of older configurations
    private static final int LEAST_PASS_PHRASE = 12;
    private static final int ITERATIONS = 300_000;
    private static final int SALT = 16;

    private final List<MasterKey> keys;
    private final Map<String, byte[]> salts;

    private KeyRing(List<MasterKey> keys, Map<String, byte[]> salts) {
        this.keys = List.copyOf(keys);
        this.salts = Map.copyOf(salts);
    }

    /**
     * Gets the keys from where they are. Takes as long as their commands, and a third of a second for each pass phrase.
     *
     * @param password the key of older configurations, which is the last
     * @param salts those that an earlier ring gave, by alias
     * @throws IOException if a key cannot be had or cannot be used, with a sentence that says why and what to do
     */
    static KeyRing open(DiskQueueSettings.Encryption encryption, Optional<String> password, Map<String, byte[]> salts)
            throws IOException {
        List<MasterKey> keys = new ArrayList<>();
        Map<String, byte[]> kept = new HashMap<>(salts);
        for (DiskQueueSettings.Key key : encryption.keys()) {
            if (password.isPresent() && key.alias().equals(PASSWORD)) {
                throw new IOException(
                        "encryption.keys: \"password\" is the alias of encryption_password; give the key another one.");
            }
            String where = "encryption.keys: the key \"" + key.alias() + "\"";
            keys.add(made(where, key.alias(), new KeySource(where).read(key), LEAST_PASS_PHRASE, kept));
        }
        if (password.isPresent()) {
            // Older configurations took any; refusing them now would keep a shipper from starting.
            keys.add(made("encryption_password", PASSWORD, password.get().toCharArray(), 1, kept));
        }
        return new KeyRing(keys, kept);
    }

    private static MasterKey made(
            String where, String alias, char[] text, int leastPassPhrase, Map<String, byte[]> salts)
            throws IOException {
        byte[] secret = new byte[0];
        try {
            secret = plain(text).orElse(secret);
            if (secret.length == 0) {
                if (text.length < leastPassPhrase) {
                    throw new IOException(where
                            + " is too short; it must be 32 bytes in base64 or hexadecimal digits, or a pass phrase of "
                            + LEAST_PASS_PHRASE + " characters and more.");
                }
                secret = stretched(text, salts.computeIfAbsent(alias, one -> newSalt()));
            }
            return new MasterKey(alias, secret);
        } finally {
            Arrays.fill(text, '\0');
            Arrays.fill(secret, (byte) 0);
        }
    }

    /** The key itself, if that is what the text is. */
    private static Optional<byte[]> plain(char[] text) {
        byte[] letters = new byte[text.length];
        for (int i = 0; i < text.length; i++) {
            letters[i] = text[i] < 0x80 ? (byte) text[i] : 0;
        }
        try {
            byte[] secret = text.length == 2 * MasterKey.LENGTH
                    ? HexFormat.of().parseHex(text, 0, text.length)
                    : Base64.getDecoder().decode(letters);
            return secret.length == MasterKey.LENGTH ? Optional.of(secret) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a pass phrase
        } finally {
            Arrays.fill(letters, (byte) 0);
        }
    }

    private static byte[] stretched(char[] passPhrase, byte[] salt) {
        PBEKeySpec spec = new PBEKeySpec(passPhrase, salt, ITERATIONS, MasterKey.LENGTH * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no PBKDF2WithHmacSHA256", e);
        } finally {
            spec.clearPassword();
        }
    }

    private static byte[] newSalt() {
        byte[] salt = new byte[SALT];
        new SecureRandom().nextBytes(salt);
        return salt;
    }

    /** The salts of pass phrases by alias, also those that were given and not used: to be kept, as no key comes back without. */
    Map<String, byte[]> salts() {
        return salts;
    }

    /** The key that encrypts; empty if nothing is encrypted. */
    Optional<MasterKey> sealing() {
        return keys.stream().findFirst();
    }

    Optional<MasterKey> key(long id) {
        return keys.stream().filter(key -> key.id() == id).findFirst();
    }

    boolean opens(long id) {
        return key(id).isPresent();
    }

    /** What to say of a key that is not here. */
    static String missing(long id) {
        return "Files of the folder are encrypted with a key (id " + MasterKey.shown(id)
                + ") that is not given. Add the key under encryption.keys; nothing was changed.";
    }

    /** The aliases and ids. */
    @Override
    public String toString() {
        return keys.toString();
    }
}
