package io.slipway.queue.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets the text of a key from the configuration, a file or a program. */
final class KeySource {

    /** The longest text, in bytes. */
    static final int MOST = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(KeySource.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String where;
    private final Duration patience;

    /** @param where what begins a sentence about the key */
    KeySource(String where) {
        this(where, PATIENCE);
    }

    /** @param patience how long a program may take */
    KeySource(String where, Duration patience) {
        this.where = where;
        this.patience = patience;
    }

    /**
     * The text, without the end of its line; the caller wipes it. Blocks; an interrupt ends it and is kept.
     *
     * @throws IOException if it cannot be had, with a sentence that says why
     */
    char[] read(DiskQueueSettings.Key key) throws IOException {
        if (key.value().isPresent()) {
            return key.value().get().toCharArray();
        }
        byte[] bytes = key.file().isPresent()
                ? fromFile(key.file().get())
                : new KeyCommand(where, key.command(), patience).output();
        try {
            return text(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private byte[] fromFile(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST + 1);
        } catch (NoSuchFileException e) {
            throw new IOException(where + " cannot be read: there is no file \"" + file + "\".", e);
        } catch (AccessDeniedException e) {
            throw new IOException(where + " cannot be read: no right to read \"" + file + "\".", e);
        } catch (IOException e) {
            throw new IOException(where + " cannot be read from \"" + file + "\": " + e.getMessage() + ".", e);
        }
        if (bytes.length > MOST) {
            throw new IOException(where + " cannot be read: \"" + file + "\" has more than 64KiB.");
        }
        PosixFileAttributeView rights = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (rights != null && rights.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ)) {
            LOG.warn("queue: {} is in a file that every user of this computer may read: \"{}\".", where, file);
        }
        return bytes;
    }

    private char[] text(byte[] bytes) throws IOException {
        CharBuffer text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw new IOException(where + " is not text; give it in base64 or hexadecimal digits.", e);
        }
        int end = text.length();
        if (end > 0 && text.get(end - 1) == '\n') {
            end -= end > 1 && text.get(end - 2) == '\r' ? 2 : 1;
        }
        char[] letters = Arrays.copyOf(text.array(), end);
        Arrays.fill(text.array(), '\0');
        return letters;
    }
}
