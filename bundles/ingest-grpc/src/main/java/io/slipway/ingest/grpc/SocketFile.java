package io.slipway.ingest.grpc;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/**
 * The file of a Unix socket that only its owner may use, at every moment.
 *
 * <p>The socket is bound within a folder that is closed to others, gets its mode there, and is then moved to its place. What
 * is in that place must be a socket that nobody answers on.
 */
final class SocketFile implements AutoCloseable {

    private static final int KIND = 0xf000;
    private static final int SOCKET = 0xc000;

    /** What Java and Linux have room for. */
    private static final int LONGEST_PATH = 106;
    /** The same for the folder, in which the socket is bound under a name of its own. */
    private static final int LONGEST_FOLDER = 81;

    private final Path path;
    private final Path folder;
    private Object key;

    private SocketFile(Path path, Path folder) {
        this.path = path;
        this.folder = folder;
    }

    /** Makes the folders, and sees that the place is free. */
    static SocketFile at(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (bytes(path) > LONGEST_PATH || bytes(parent) > LONGEST_FOLDER) {
            throw new IOException("\"unix://" + path + "\" is too long for a socket. Choose a path of at most "
                    + LONGEST_PATH + " bytes, and of at most " + LONGEST_FOLDER + " for its folder.");
        }
        try {
            Files.createDirectories(parent);
            mustBeFree(path);
            var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
            return new SocketFile(path, Files.createTempDirectory(parent, ".s", ownerOnly));
        } catch (FileSystemException e) {
            throw new IOException(
                    "\"unix://" + path + "\" cannot be listened on: its folder \"" + parent
                            + "\" cannot be made or written to (" + why(e) + ").",
                    e);
        }
    }

    private static int bytes(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    private static String why(FileSystemException e) {
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }

    /** Where to bind the socket. */
    Path place() {
        return folder.resolve("s");
    }

    /** Moves the socket, which is bound by now, to where clients look for it. */
    void publish() throws IOException {
        Files.setPosixFilePermissions(place(), PosixFilePermissions.fromString("rw-------"));
        key = key(place());
        mustBeFree(path);
        Files.move(place(), path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.delete(folder);
    }

    /** Removes the socket, unless another one has taken its place. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(place());
        Files.deleteIfExists(folder);
        if (key != null && Files.exists(path, LinkOption.NOFOLLOW_LINKS) && Objects.equals(key, key(path))) {
            Files.deleteIfExists(path);
        }
    }

    private static void mustBeFree(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        if ((mode & KIND) != SOCKET) {
            throw new IOException(
                    "\"unix://" + path + "\" is there and is no socket. Choose another path or move it away.");
        }
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.connect(UnixDomainSocketAddress.of(path));
        } catch (ConnectException refused) {
            return;
        } catch (IOException e) {
            throw new IOException(
                    "\"unix://" + path + "\" is a socket, and whether someone uses it cannot be told (" + e.getMessage()
                            + "). Choose another path or remove it.",
                    e);
        }
        throw new IOException("\"unix://" + path + "\" is in use by another process. Choose another path or stop it.");
    }

    private static Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }
}
