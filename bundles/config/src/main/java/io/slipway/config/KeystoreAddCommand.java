package io.slipway.config;

import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** {@code keystore-add}: adds a secret that it reads from the standard input. */
@Component(service = ToIntFunction.class, property = "slipway.command=keystore-add")
public final class KeystoreAddCommand implements ToIntFunction<Map<String, String>> {

    private final Folders folders;

    @Activate
    public KeystoreAddCommand(BundleContext context) {
        this.folders = Installation.folders(context);
    }

    @Override
    public int applyAsInt(Map<String, String> given) {
        CommandOptions options = new CommandOptions(given);
        return new KeystoreCommands(folders.keystore(), Terminal.ofProcess())
                .run(commands -> commands.add(options.text("key"), options.flag("force")));
    }
}
