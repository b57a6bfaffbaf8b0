package io.slipway.config;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What the commands of the keystore do. Secrets come in by the standard input and never go out. */
final class KeystoreCommands {

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}");
    private static final int LONGEST_SECRET = 64 << 10;

    private final Keystore keystore;
    private final String shown;
    private final Terminal terminal;

    KeystoreCommands(Path file, Terminal terminal) {
        this.keystore = new Keystore(file);
        this.shown = Wording.quoted(file.toString());
        this.terminal = terminal;
    }

    /** One command. */
    @FunctionalInterface
    interface Step {
        int run(KeystoreCommands commands) throws IOException;
    }

    /** Runs a command; what the world refuses is said. */
    int run(Step step) {
        try {
            return step.run(this);
        } catch (IOException e) {
            terminal.say(e.getMessage());
            return CommandOptions.OTHER;
        }
    }

    int create(boolean force) throws IOException {
        if (keystore.exists()) {
            keystore.read();
            if (!force) {
                terminal.say("The keystore " + shown + " exists already. Use --force to begin an empty one.");
                return CommandOptions.OTHER;
            }
        }
        keystore.write(new TreeMap<>());
        terminal.say("Made the keystore " + shown + ".");
        return CommandOptions.FINE;
    }

    int add(String key, boolean force) throws IOException {
        if (!KEY.matcher(key).matches()) {
            terminal.say(Wording.quoted(key) + " must be a name of letters, digits, _, - and dots.");
            return CommandOptions.OTHER;
        }
        SortedMap<String, String> secrets = keystore.read().orElseGet(TreeMap::new);
        if (secrets.containsKey(key) && !force) {
            terminal.say("The keystore has " + key + " already. Use --force to replace it.");
            return CommandOptions.OTHER;
        }
        String secret = line();
        if (secret.isEmpty()) {
            terminal.say("The secret is missing. Give it on the standard input, in one line.");
            return CommandOptions.OTHER;
        }
        secrets.put(key, secret);
        keystore.write(secrets);
        terminal.say("Added " + key + ". Use it as ${" + key + "}.");
        return CommandOptions.FINE;
    }

    int list() throws IOException {
        SortedMap<String, String> secrets = keystore.read().orElse(null);
        if (secrets == null) {
            return missing();
        }
        secrets.keySet().forEach(key -> terminal.print(key + "\n"));
        return CommandOptions.FINE;
    }

    int remove(String key) throws IOException {
        SortedMap<String, String> secrets = keystore.read().orElse(null);
        if (secrets == null) {
            return missing();
        }
        if (secrets.remove(key) == null) {
            terminal.say("The keystore has no " + Wording.key(key) + ".");
            return CommandOptions.OTHER;
        }
        keystore.write(secrets);
        terminal.say("Removed " + key + ".");
        return CommandOptions.FINE;
    }

    private int missing() {
        terminal.say("There is no keystore " + shown + ". Make it with keystore create.");
        return CommandOptions.OTHER;
    }

    /** The first line of the input, without its end. */
    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = terminal.in().read();
                next >= 0 && next != '\n';
                next = terminal.in().read()) {
            bytes.write(next);
            if (bytes.size() > LONGEST_SECRET) {
                throw new IOException(
                        "The secret is longer than 64 KiB. Put it into a file and name the file instead.");
            }
        }
        try {
            String line = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
            return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        } catch (CharacterCodingException e) {
            throw new IOException("The secret is not UTF-8.", e);
        }
    }
}
