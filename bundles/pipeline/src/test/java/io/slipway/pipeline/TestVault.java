package io.slipway.pipeline;

import io.slipway.api.queue.Vault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Hides bytes well enough for a test, and opens only what was sealed with its own key. */
record TestVault(byte key) implements Vault {

    @Override
    public byte[] seal(byte[] plain) {
        ByteBuffer sealed = ByteBuffer.allocate(plain.length + 1).put(key);
        for (byte b : plain) {
            sealed.put((byte) (b ^ key));
        }
        return sealed.array();
    }

    @Override
    public byte[] open(byte[] sealed) throws IOException {
        if (sealed[0] != key) {
            throw new IOException("the key " + sealed[0] + " is not given");
        }
        byte[] plain = Arrays.copyOfRange(sealed, 1, sealed.length);
        for (int i = 0; i < plain.length; i++) {
            plain[i] ^= key;
        }
        return plain;
    }
}
