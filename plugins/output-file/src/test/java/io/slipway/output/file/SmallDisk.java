package io.slipway.output.file;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A disk with little room, which writes what fits before it fails; and which may refuse to cut and to sync. */
final class SmallDisk implements LineFile.Opener {

    private final Set<PosixFilePermission> rights = PosixFilePermissions.fromString("rw-------");
    private long room = Long.MAX_VALUE;
    private boolean cuts = true;
    private boolean syncs = true;
    private int synced;

    void leaveRoom(long bytes) {
        room = bytes;
    }

    void cuts(boolean works) {
        cuts = works;
    }

    void syncs(boolean works) {
        syncs = works;
    }

    int synced() {
        return synced;
    }

    @Override
    public LineFile open(Path path) throws IOException {
        return new SmallFile(DiskFile.open(path, rights));
    }

    private final class SmallFile implements LineFile {

        private final LineFile file;

        SmallFile(LineFile file) {
            this.file = file;
        }

        @Override
        public Path path() {
            return file.path();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int fitting = (int) Math.min(length, room);
            file.write(bytes, offset, fitting);
            room -= fitting;
            if (fitting < length) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void cut(long size) throws IOException {
            if (size == file.size()) {
                return;
            }
            if (!cuts) {
                throw new IOException("Input/output error");
            }
            room = room > Long.MAX_VALUE / 2 ? room : room + file.size() - size;
            file.cut(size);
        }

        @Override
        public long wholeLines() throws IOException {
            return file.wholeLines();
        }

        @Override
        public void sync() throws IOException {
            if (!syncs) {
                throw new IOException("Input/output error");
            }
            synced++;
            file.sync();
        }

        @Override
        public boolean isInPlace() throws IOException {
            return file.isInPlace();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
