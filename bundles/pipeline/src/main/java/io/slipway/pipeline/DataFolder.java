package io.slipway.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Where everything lies that outlives the process.
 *
 * @param root exists
 */
record DataFolder(Path root) {

    /** The name under which the intake's dead letters lie. */
    static final String INTAKE = "intake";

    private static final String LOCK = "slipway.lock";

    Path plugin(String kind, String name) {
        return root.resolve("plugins").resolve(kind + "-" + escaped(name));
    }

    Path deadLetters() {
        return root.resolve("dead-letters");
    }

    /** An output that is called like the intake gets another folder than the intake. */
    Path deadLetters(String output) {
        return deadLetters().resolve(output.equals(INTAKE) ? "%69ntake" : escaped(output));
    }

    Path intakeLetters() {
        return deadLetters().resolve(INTAKE);
    }

    /** The output's name for the name of its folder. */
    static String unescaped(String folder) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < folder.length(); i++) {
            if (folder.charAt(i) == '%' && i + 2 < folder.length()) {
                name.append((char) Integer.parseInt(folder, i + 1, i + 3, 16));
                i += 2;
            } else {
                name.append(folder.charAt(i));
            }
        }
        return new String(name.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Letters, digits, {@code _}, {@code -} and inner dots stay; every other byte becomes {@code %} and two digits. */
    private static String escaped(String name) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b >= 'a' && b <= 'z'
                    || b >= 'A' && b <= 'Z'
                    || b >= '0' && b <= '9'
                    || b == '_'
                    || b == '-'
                    || b == '.' && !escaped.isEmpty();
            escaped.append(plain ? String.valueOf((char) b) : String.format("%%%02x", b));
        }
        return escaped.toString();
    }

    /**
     * Makes this process the only shipper here, until the result is closed or the process ends.
     *
     * @throws IOException if another one is, with a sentence that names its process
     */
    FileChannel lock() throws IOException {
        FileChannel file = FileChannel.open(
                root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (tryLock(file).isEmpty()) {
            file.close();
            throw new IOException("The data folder \"" + root + "\" is in use by process " + ownerName()
                    + ". Two shippers cannot share one.");
        }
        file.truncate(0);
        file.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)));
        return file;
    }

    /** The process that runs a shipper here; empty if none does. Never to be asked by that process itself. */
    Optional<String> owner() throws IOException {
        Path lock = root.resolve(LOCK);
        if (!Files.exists(lock)) {
            return Optional.empty();
        }
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return tryLock(file).isPresent() ? Optional.empty() : Optional.of(ownerName());
        }
    }

    private String ownerName() throws IOException {
        return Files.readString(root.resolve(LOCK)).trim();
    }

    /** The locked byte lies beyond the text, which others may read even where locks are mandatory. */
    private static Optional<FileLock> tryLock(FileChannel file) throws IOException {
        try {
            return Optional.ofNullable(file.tryLock(Long.MAX_VALUE - 1, 1, false));
        } catch (OverlappingFileLockException e) {
            return Optional.empty();
        }
    }
}
