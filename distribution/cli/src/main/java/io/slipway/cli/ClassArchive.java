package io.slipway.cli;

import io.slipway.launcher.Installation;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;

/**
 * The archive of loaded classes that later starts are faster with: made by a Java VM when it ends, kept by the demo.
 *
 * <p>Only a help. Where it cannot be kept, nothing is said; a Java VM that it does not fit does without it.
 */
final class ClassArchive {

    private final Path file;
    private final Path made;
    private final boolean wanted;

    private ClassArchive(Path file, Path made, boolean wanted) {
        this.file = file;
        this.made = made;
        this.wanted = wanted;
    }

    /** The archive that the start script looks for; made anew if it is older than the installation's jars. */
    static ClassArchive of(Installation installation, Path temporary) throws IOException {
        Path made = temporary.resolve("classes.jsa");
        if (installation.classArchive().isEmpty()) {
            return new ClassArchive(made, made, false);
        }
        Path file = installation.classArchive().get();
        boolean fresh = Files.exists(file)
                && Files.getLastModifiedTime(file)
                                .compareTo(newest(installation.home().resolve("lib")))
                        > 0;
        return new ClassArchive(file, made, !fresh);
    }

    /** Tells a process that is to be started to make the archive when it ends. */
    void letMake(Map<String, String> environment) {
        if (wanted) {
            environment.put("SLIPWAY_CDS_CREATE", made.toString());
        }
    }

    /** Puts what was made where it is looked for. */
    void keep() {
        if (!wanted || !Files.exists(made)) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            Path beside = Files.createTempFile(file.getParent(), "classes-", ".new");
            Files.move(made, beside, StandardCopyOption.REPLACE_EXISTING);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            return; // an installation that cannot be written; starts are a little slower
        }
    }

    private static FileTime newest(Path folder) throws IOException {
        FileTime newest = FileTime.fromMillis(0);
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder)) {
            for (Path jar : jars) {
                FileTime time = Files.getLastModifiedTime(jar);
                newest = time.compareTo(newest) > 0 ? time : newest;
            }
        }
        return newest;
    }
}
