package io.slipway.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A file of secrets in the form of the Beats' keystores, so that theirs can be copied here: {@code v1} and in base64 salt
 * (64 bytes), nonce (12) and the AES-256-GCM of a JSON map, under a key that is made of the empty password. It keeps
 * secrets out of the configuration and of whoever may not read the file; it does not protect from whoever may.
 *
 * <p>Every failure is an {@link IOException} whose message is a sentence without any secret. A file that cannot be read
 * is never written over. Not safe for two writers at once.
 */
final class Keystore {

    private static final String VERSION = "v1";
    private static final int SALT = 64;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int ROUNDS = 10_000;
    private static final int LARGEST = 16 << 20;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path file;

    Keystore(Path file) {
        this.file = file;
    }

    boolean exists() {
        return Files.exists(file);
    }

    /** The secrets by name; empty if there is no keystore. */
    Optional<SortedMap<String, String>> read() throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST + 1);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (FileSystemException e) {
            boolean denied = e instanceof AccessDeniedException;
            String reason = denied ? "this user may not" : String.valueOf(e.getReason());
            throw new IOException("The keystore " + shown() + " cannot be read: " + reason + ".", e);
        }
        refuseOpenFile();
        if (bytes.length > LARGEST) {
            throw damaged("it is larger than 16 MiB", null);
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1).trim();
        if (!text.startsWith(VERSION)) {
            throw damaged("it does not start with " + VERSION, null);
        }
        try {
            return Optional.of(
                    KeystoreJson.read(decrypt(Base64.getDecoder().decode(text.substring(VERSION.length())))));
        } catch (IllegalArgumentException | AEADBadTagException e) {
            throw damaged("its content was changed or cut", e);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "The keystore " + shown() + " cannot be decrypted by this Java: " + e.getMessage() + ".", e);
        }
    }

    /** Writes all secrets; after a crash the file has either the old or the new ones. */
    void write(SortedMap<String, String> secrets) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            byte[] content = encrypt(KeystoreJson.write(secrets));
            String text = VERSION + Base64.getEncoder().encodeToString(content);
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(fresh);
            if (isPosix()) {
                Files.createFile(fresh, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            } else {
                Files.createFile(fresh);
            }
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer rest = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncFolder();
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "The keystore " + shown() + " cannot be encrypted by this Java: " + e.getMessage() + ".", e);
        } catch (IOException e) {
            throw new IOException("The keystore " + shown() + " cannot be written: " + e.getMessage() + ".", e);
        }
    }

    private void syncFolder() throws IOException {
        if (isPosix()) {
            try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
                folder.force(true);
            }
        }
    }

    private boolean isPosix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private void refuseOpenFile() throws IOException {
        if (isPosix() && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
            throw new IOException(
                    "The keystore " + shown() + " can be used by other users. Take their rights away: chmod 600.");
        }
    }

    private byte[] decrypt(byte[] bytes) throws GeneralSecurityException {
        if (bytes.length < SALT + NONCE + TAG_BITS / 8) {
            throw new AEADBadTagException("too short");
        }
        byte[] salt = Arrays.copyOf(bytes, SALT);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, key(salt), new GCMParameterSpec(TAG_BITS, bytes, SALT, NONCE));
        return cipher.doFinal(bytes, SALT + NONCE, bytes.length - SALT - NONCE);
    }

    private static byte[] encrypt(byte[] plain) throws GeneralSecurityException {
        byte[] start = new byte[SALT + NONCE];
        new SecureRandom().nextBytes(start);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.ENCRYPT_MODE,
                key(Arrays.copyOf(start, SALT)),
                new GCMParameterSpec(TAG_BITS, start, SALT, NONCE));
        byte[] secret = cipher.doFinal(plain);
        byte[] all = Arrays.copyOf(start, start.length + secret.length);
        System.arraycopy(secret, 0, all, start.length, secret.length);
        return all;
    }

    private static SecretKey key(byte[] salt) throws GeneralSecurityException {
        PBEKeySpec spec = new PBEKeySpec(new char[0], salt, ROUNDS, 256);
        byte[] key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                .generateSecret(spec)
                .getEncoded();
        return new SecretKeySpec(key, "AES");
    }

    private IOException damaged(String how, Exception cause) {
        return new IOException(
                "The keystore " + shown() + " is damaged: " + how
                        + ". Bring it back from a backup, or remove it and add the secrets again.",
                cause);
    }

    private String shown() {
        return Wording.quoted(file.toString());
    }
}
