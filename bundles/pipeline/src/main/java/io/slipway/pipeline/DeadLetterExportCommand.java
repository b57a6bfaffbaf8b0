package io.slipway.pipeline;

import io.slipway.core.config.Configurations;
import io.slipway.core.plugin.Plugins;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Prints the dead letters of one output, or of the intake, in clear, one to a line. Changes nothing, and is safe beside a
 * running shipper. Ends with 1 if some cannot be read.
 */
@Component(service = ToIntFunction.class, property = "slipway.command=dlq-export")
public final class DeadLetterExportCommand implements ToIntFunction<Map<String, String>> {

    private final DataFolder data;
    private final QueueCall call;

    @Activate
    public DeadLetterExportCommand(
            BundleContext bundle, @Reference Configurations configurations, @Reference Plugins plugins) {
        this(
                new DataFolder(Path.of(bundle.getProperty("slipway.data"))),
                new QueueCall(bundle, configurations, plugins));
    }

    DeadLetterExportCommand(DataFolder data, QueueCall call) {
        this.data = data;
        this.call = call;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        String output = new CommandOptions(options).get("output");
        Export export = new Export(new Sealing(Optional.of(new ConfiguredVault(call, options))));
        try (OutputStream out = new BufferedOutputStream(QueueExportCommand.stdout(), 1 << 16)) {
            for (Path folder : folders(output)) {
                for (LetterFile file : LetterFile.in(folder)) {
                    file.lines(Replay.done(folder, file), line -> export.write(line, out));
                }
            }
            out.flush();
        } catch (IOException e) {
            System.err.println("The dead letters of \"" + output + "\" cannot be read: " + e.getMessage());
            return ExitCode.OTHER;
        }
        return export.told(output);
    }

    /** An output that is called like the intake shares its name, not its folder. */
    private List<Path> folders(String output) {
        List<Path> folders = new ArrayList<>(List.of(data.deadLetters(output)));
        if (output.equals(DataFolder.INTAKE)) {
            folders.add(data.intakeLetters());
        }
        return folders.stream().filter(Files::isDirectory).toList();
    }

    /** What was printed, and what not. */
    private static final class Export {

        private final Sealing sealing;
        private long written;
        private long damaged;
        private long unopened;
        private String why = "";

        Export(Sealing sealing) {
            this.sealing = sealing;
        }

        boolean write(byte[] line, OutputStream out) throws IOException {
            byte[] plain;
            try {
                plain = sealing.plain(line);
                DeadLetter.parse(plain);
            } catch (UnopenedException e) {
                unopened++;
                why = e.getMessage();
                return true;
            } catch (IOException e) {
                damaged++;
                return true;
            }
            out.write(plain);
            written++;
            return true;
        }

        int told(String output) {
            if (unopened > 0) {
                System.err.println(unopened + " dead letters are encrypted and cannot be opened: " + why + ".");
            }
            if (damaged > 0) {
                System.err.println(damaged + " lines are damaged and were left out.");
            }
            if (written + unopened + damaged == 0) {
                System.err.println("There are no dead letters of \"" + output + "\".");
            }
            return unopened + damaged == 0 ? ExitCode.FINE : ExitCode.OTHER;
        }
    }
}
