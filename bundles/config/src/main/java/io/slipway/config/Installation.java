package io.slipway.config;

import java.nio.file.Path;
import org.osgi.framework.BundleContext;

/** Where the launcher says that this installation lies. */
final class Installation {

    private Installation() {}

    /** The folders; what the launcher did not name lies in the home folder, which is the working folder at worst. */
    static Folders folders(BundleContext context) {
        Path home = named(context, "slipway.home", Path.of(""));
        return new Folders(
                home,
                home.resolve("conf"),
                named(context, "slipway.data", home.resolve("data")),
                named(context, "slipway.logs", home.resolve("logs")));
    }

    private static Path named(BundleContext context, String property, Path otherwise) {
        String value = context.getProperty(property);
        return (value == null ? otherwise : Path.of(value)).toAbsolutePath().normalize();
    }
}
