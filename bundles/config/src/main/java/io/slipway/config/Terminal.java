package io.slipway.config;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What a command reads from and writes to. */
record Terminal(InputStream in, PrintStream out, PrintStream err) {

    /** The process's own streams, as they are now. */
    static Terminal ofProcess() {
        return new Terminal(System.in, System.out, System.err);
    }

    /** Prints a text that ends with a line's end, in UTF-8 whatever the locale is. */
    void print(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(bytes, 0, bytes.length);
        out.flush();
    }

    void say(String sentence) {
        err.println(sentence);
    }
}
