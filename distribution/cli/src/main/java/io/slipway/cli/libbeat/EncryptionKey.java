package io.slipway.cli.libbeat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.CipherInputStream;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Decrypts segments. The way from the password to the key, with the password as the salt, is how these queues were written. */
public final class EncryptionKey {

    private static final int ROUNDS = 4096;
    private static final int BITS = 128;
    private static final int VECTOR = 16;

    private final SecretKey key;

    private EncryptionKey(SecretKey key) {
        this.key = key;
    }

    /**
     * The key of a password.
     *
     * @throws IllegalArgumentException if the password is empty
     */
    public static EncryptionKey of(String password) {
        PBEKeySpec spec =
                new PBEKeySpec(password.toCharArray(), password.getBytes(StandardCharsets.UTF_8), ROUNDS, BITS);
        try {
            byte[] made = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA1")
                    .generateSecret(spec)
                    .getEncoded();
            return new EncryptionKey(new SecretKeySpec(made, "AES"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no PBKDF2WithHmacSHA1.", e);
        } finally {
            spec.clearPassword();
        }
    }

    /** What {@code in}, which stands at the initialization vector, holds in plain. */
    InputStream decrypting(InputStream in) throws IOException, UnreadableException {
        byte[] vector = in.readNBytes(VECTOR);
        if (vector.length < VECTOR) {
            throw new UnreadableException("is shorter than its header");
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(vector));
            return new CipherInputStream(in, cipher);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no AES/CTR/NoPadding.", e);
        }
    }
}
