package io.slipway.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The text of a configuration file: UTF-8, with or without a byte order mark, of at most 10 MiB. */
final class ConfigurationText {

    private static final int LARGEST = 10 << 20;

    private ConfigurationText() {}

    /** @return empty if it cannot be read, which is told */
    static Optional<String> read(Path file, String source, Findings findings) {
        String shown = Wording.quoted(file.toString());
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                findings.mistake(Place.NOWHERE, shown + " is larger than 10 MiB. It is no configuration.");
                return Optional.empty();
            }
            return decode(bytes, source, findings);
        } catch (NoSuchFileException e) {
            findings.mistake(Place.NOWHERE, shown + " does not exist. Name the configuration file with -c.");
        } catch (AccessDeniedException e) {
            findings.mistake(
                    Place.NOWHERE, shown + " may not be read by this user. Change its owner or its permissions.");
        } catch (IOException e) {
            String reason = Files.isDirectory(file) ? "is a folder" : "cannot be read: " + e.getMessage();
            findings.mistake(Place.NOWHERE, shown + " " + reason + ".");
        }
        return Optional.empty();
    }

    private static Optional<String> decode(byte[] bytes, String source, Findings findings) {
        int start = bytes.length > 2 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF
                ? 3
                : 0;
        ByteBuffer rest = ByteBuffer.wrap(bytes, start, bytes.length - start);
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(rest).toString());
        } catch (CharacterCodingException e) {
            int line = 1;
            for (int i = 0; i < rest.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            findings.mistake(new Place(source, line), "The file is not UTF-8. Save it as UTF-8.");
            return Optional.empty();
        }
    }
}
