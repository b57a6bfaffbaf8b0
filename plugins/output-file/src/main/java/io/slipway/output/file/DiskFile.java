package io.slipway.output.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** A file on disk. Not a channel, because a channel is closed when its thread is interrupted. */
final class DiskFile implements LineFile {

    private static final int BLOCK = 1 << 16;
    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private final Path path;
    private final RandomAccessFile file;
    private final Object key;

    private DiskFile(Path path) throws IOException {
        this.path = path;
        file = new RandomAccessFile(path.toFile(), "rw");
        key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        file.seek(file.length());
    }

    static DiskFile open(Path path, Set<PosixFilePermission> rights) throws IOException {
        makeFolder(path.toAbsolutePath().getParent(), rights);
        try {
            if (POSIX) {
                Files.createFile(path, PosixFilePermissions.asFileAttribute(rights));
                // Once more, as the process's umask has taken some away.
                Files.setPosixFilePermissions(path, rights);
            } else {
                Files.createFile(path);
            }
        } catch (FileAlreadyExistsException e) {
            return new DiskFile(path);
        }
        return new DiskFile(path);
    }

    /** Whoever may read its files may enter a folder that is made for them. */
    static void makeFolder(Path folder, Set<PosixFilePermission> rights) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        if (!POSIX) {
            Files.createDirectories(folder);
            return;
        }
        Set<PosixFilePermission> entering = PosixFilePermissions.fromString("rwx------");
        if (rights.contains(PosixFilePermission.GROUP_READ)) {
            entering.addAll(PosixFilePermissions.fromString("---r-x---"));
        }
        if (rights.contains(PosixFilePermission.OTHERS_READ)) {
            entering.addAll(PosixFilePermissions.fromString("------r-x"));
        }
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(entering));
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public long size() throws IOException {
        return file.length();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        file.write(bytes, offset, length);
    }

    @Override
    public void cut(long size) throws IOException {
        file.setLength(size);
        file.seek(size);
    }

    @Override
    public long wholeLines() throws IOException {
        byte[] block = new byte[BLOCK];
        long end = file.length();
        try {
            while (end > 0) {
                int length = (int) Math.min(BLOCK, end);
                file.seek(end - length);
                file.readFully(block, 0, length);
                for (int i = length; i > 0; i--) {
                    if (block[i - 1] == '\n') {
                        return end - length + i;
                    }
                }
                end -= length;
            }
            return 0;
        } finally {
            file.seek(file.length());
        }
    }

    @Override
    public void sync() throws IOException {
        file.getFD().sync();
    }

    @Override
    public boolean isInPlace() throws IOException {
        try {
            return Objects.equals(
                    key, Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
