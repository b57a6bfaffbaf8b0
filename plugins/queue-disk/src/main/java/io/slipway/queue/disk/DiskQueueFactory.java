package io.slipway.queue.disk;

import io.slipway.api.plugin.PluginContext;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueFactory;
import io.slipway.api.queue.StoredQueue;
import io.slipway.api.queue.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens queues on disk. */
@Component
public final class DiskQueueFactory implements QueueFactory<DiskQueueSettings> {

    private static final Logger LOG = LoggerFactory.getLogger(DiskQueueFactory.class);

    @Override
    public String type() {
        return "disk";
    }

    @Override
    public Class<DiskQueueSettings> settings() {
        return DiskQueueSettings.class;
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public EventQueue open(DiskQueueSettings settings, PluginContext context) throws IOException {
        Limits limits = Limits.of(settings, Runtime.getRuntime().maxMemory());
        settings.segmentSize()
                .filter(size -> size.bytes() > Limits.LARGEST_SEGMENT)
                .ifPresent(
                        size -> LOG.warn("queue: segment_size {} is lowered to 256MiB, the most there can be.", size));
        return open(settings, limits, context, new LocalDisk());
    }

    @Override
    public Optional<StoredQueue> look(DiskQueueSettings settings, PluginContext context) throws IOException {
        Path folder = settings.path().isPresent() ? settings.path().get() : context.folder();
        return Optional.of(StoredDiskQueue.open(settings, folder, new LocalDisk()));
    }

    @Override
    public Optional<Vault> vault(DiskQueueSettings settings, PluginContext context) throws IOException {
        if (settings.encryption().keys().isEmpty()
                && settings.encryptionPassword().isEmpty()) {
            return Optional.empty();
        }
        Path folder = settings.path().isPresent() ? settings.path().get() : context.folder();
        return Optional.of(QueueVault.open(settings, folder, new LocalDisk()));
    }

    /** Opens one with bounds and on a disk of one's own. */
    static DiskQueue open(DiskQueueSettings settings, Limits limits, PluginContext context, Disk disk)
            throws IOException {
        Path folder = folder(settings, context);
        if (settings.serializer().isPresent()
                && context.serializer(settings.serializer().get()).isEmpty()) {
            throw new IOException("The serializer \"" + settings.serializer().get()
                    + "\" is not installed. Install it, or take the line serializer away.");
        }
        Complaints complaints = new Complaints(context);
        Opening.Found found = Opening.open(settings, folder, disk, context.clock(), complaints);
        BlockCodec codec = null;
        try {
            codec = new BlockCodec(settings.compression(), found.keys());
            boolean transforms = settings.compression() != Compression.NONE
                    || found.keys().sealing().isPresent();
            DiskQueue queue = new DiskQueue(settings, limits, context, disk, found, codec, transforms, complaints);
            queue.start();
            return queue;
        } catch (IOException | RuntimeException e) {
            if (codec != null) {
                codec.close();
            }
            found.lock().close();
            throw e;
        }
    }

    private static Path folder(DiskQueueSettings settings, PluginContext context) throws IOException {
        if (settings.path().isEmpty()) {
            return context.folder();
        }
        Path folder = settings.path().get();
        try {
            return made(folder);
        } catch (IOException e) {
            throw new IOException(
                    "The folder \"" + folder + "\" cannot be made (" + Committer.rootOf(e)
                            + "). Make it, or set queue.disk.path.",
                    e);
        }
    }

    /** Makes a folder that only its user may enter, unless it is there. */
    static Path made(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return folder;
        }
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
                : Files.createDirectories(folder);
    }
}
