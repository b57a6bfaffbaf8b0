package io.slipway.config;

import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** {@code keystore-create}: makes an empty keystore. */
@Component(service = ToIntFunction.class, property = "slipway.command=keystore-create")
public final class KeystoreCreateCommand implements ToIntFunction<Map<String, String>> {

    private final Folders folders;

    @Activate
    public KeystoreCreateCommand(BundleContext context) {
        this.folders = Installation.folders(context);
    }

    @Override
    public int applyAsInt(Map<String, String> given) {
        CommandOptions options = new CommandOptions(given);
        return new KeystoreCommands(folders.keystore(), Terminal.ofProcess())
                .run(commands -> commands.create(options.flag("force")));
    }
}
