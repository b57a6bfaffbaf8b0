package io.slipway.config;

import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** {@code keystore-list}: prints the names of the secrets. */
@Component(service = ToIntFunction.class, property = "slipway.command=keystore-list")
public final class KeystoreListCommand implements ToIntFunction<Map<String, String>> {

    private final Folders folders;

    @Activate
    public KeystoreListCommand(BundleContext context) {
        this.folders = Installation.folders(context);
    }

    @Override
    public int applyAsInt(Map<String, String> given) {
        return new KeystoreCommands(folders.keystore(), Terminal.ofProcess()).run(commands -> commands.list());
    }
}
