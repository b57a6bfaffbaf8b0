package io.slipway.config;

import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** {@code keystore-remove}: removes a secret. */
@Component(service = ToIntFunction.class, property = "slipway.command=keystore-remove")
public final class KeystoreRemoveCommand implements ToIntFunction<Map<String, String>> {

    private final Folders folders;

    @Activate
    public KeystoreRemoveCommand(BundleContext context) {
        this.folders = Installation.folders(context);
    }

    @Override
    public int applyAsInt(Map<String, String> given) {
        CommandOptions options = new CommandOptions(given);
        return new KeystoreCommands(folders.keystore(), Terminal.ofProcess())
                .run(commands -> commands.remove(options.text("key")));
    }
}
