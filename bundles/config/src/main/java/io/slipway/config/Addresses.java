package io.slipway.config;

import io.slipway.core.config.Address;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the addresses of a server. */
final class Addresses {

    /** What the name of a Unix socket may take on Linux, in bytes. */
    private static final int LONGEST_SOCKET = 107;

    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)]|([^/:\\[\\]\\s]+)):(\\d{1,9})");
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*)://?(.*)", Pattern.DOTALL);

    private Addresses() {}

    /**
     * Reads one address; a relative path starts from {@code base}.
     *
     * @throws IllegalArgumentException with the rule that it breaks, without a full stop
     */
    static Address read(String text, Path base) {
        String trimmed = text.trim();
        if (trimmed.startsWith("\\\\") || trimmed.startsWith("npipe:")) {
            throw new IllegalArgumentException(
                    "is a named pipe, which does not exist here. Use a Unix socket, which Windows has too, or localhost:port");
        }
        Matcher scheme = SCHEME.matcher(trimmed);
        if (scheme.matches()) {
            return switch (scheme.group(1)) {
                case "unix" -> socket(trimmed.replaceFirst("^unix:(//)?", ""), base);
                case "tcp" -> tcp(trimmed.replaceFirst("^tcp:/?/?", ""));
                default ->
                    throw new IllegalArgumentException("must be unix:///path, a path, host:port or tcp://host:port");
            };
        }
        return HOST_AND_PORT.matcher(trimmed).matches() ? tcp(trimmed) : socket(trimmed, base);
    }

    private static Address tcp(String text) {
        Matcher form = HOST_AND_PORT.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("must name a host and a port, such as tcp://localhost:50051");
        }
        int port = Integer.parseInt(form.group(3));
        if (port > 65535) {
            throw new IllegalArgumentException("must have a port from 0 to 65535");
        }
        return new Address.Tcp(form.group(1) == null ? form.group(2) : form.group(1), port);
    }

    private static Address socket(String text, Path base) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("must name the socket's path");
        }
        if (text.matches(":\\d+")) {
            throw new IllegalArgumentException("must name a host before the port, such as localhost" + text);
        }
        Path path;
        try {
            path = base.resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not a path", e);
        }
        int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST_SOCKET) {
            throw new IllegalArgumentException("is a path of " + length + " bytes, and the path of a socket may have "
                    + LONGEST_SOCKET + ". Choose a shorter one");
        }
        return new Address.UnixSocket(path);
    }

    /** Whether only this machine can reach it. */
    static boolean isLocal(Address address) {
        if (address instanceof Address.Tcp tcp) {
            String host = tcp.host();
            return host.equalsIgnoreCase("localhost") || host.startsWith("127.") || host.equals("::1");
        }
        return true;
    }
}
