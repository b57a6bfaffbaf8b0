package io.slipway.queue.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key of the configuration, from which those that encrypt are made. Tells nothing of itself but its id. For all threads. */
final class MasterKey {

    static final int LENGTH = 32;

    private static final String HMAC = "HmacSHA256";

    private final String alias;
    private final long id;
    private final SecretKeySpec secret;

    /** @param secret 32 bytes, copied */
    MasterKey(String alias, byte[] secret) {
        if (secret.length != LENGTH) {
            throw new IllegalArgumentException("a key has " + LENGTH + " bytes");
        }
        this.alias = alias;
        this.secret = new SecretKeySpec(secret, HMAC);
        this.id = ByteBuffer.wrap(hmac("slipway key id", new byte[0])).getLong();
    }

    String alias() {
        return alias;
    }

    /** Made from the key, and the same for the same key; says nothing about it. */
    long id() {
        return id;
    }

    /** The key that encrypts the blocks with this salt. */
    SecretKey forData(long saltHigh, long saltLow) {
        byte[] salt = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(saltHigh)
                .putLong(saltLow)
                .array();
        return new SecretKeySpec(hmac("slipway block 1", salt), "AES");
    }

    private byte[] hmac(String purpose, byte[] more) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(secret);
            mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(more);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + HMAC, e);
        }
    }

    /** An id as it is shown. */
    static String shown(long id) {
        return String.format("%016x", id);
    }

    @Override
    public String toString() {
        return alias + " (id " + shown(id) + ")";
    }
}
