package io.slipway.output.file;

import io.slipway.api.config.SettingException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A folder whose name may hold a time, as in {@code /archive/%{+yyyy.MM.dd}}. */
final class FolderPattern {

    private static final Pattern EXPRESSION = Pattern.compile("%\\{([^}]*)}");
    private static final Pattern TIME = Pattern.compile("\\+[yMdHms._ -]+");

    private FolderPattern() {}

    static void check(Path path) {
        Matcher expression = EXPRESSION.matcher(path.toString());
        while (expression.find()) {
            if (!TIME.matcher(expression.group(1)).matches()) {
                throw new SettingException(
                        "path", path, "may hold times only, of the letters yMdHms, such as %{+yyyy.MM.dd}");
            }
        }
    }

    static Path at(Path path, Instant now) {
        Matcher expression = EXPRESSION.matcher(path.toString());
        String text = expression.replaceAll(found -> Matcher.quoteReplacement(
                DateTimeFormatter.ofPattern(found.group(1).substring(1)).format(now.atZone(ZoneOffset.UTC))));
        return path.getFileSystem().getPath(text);
    }
}
