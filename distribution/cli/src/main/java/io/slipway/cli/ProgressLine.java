package io.slipway.cli;

import java.util.Locale;

/** One line on a terminal that is written over and over; nothing where no person looks. For one thread at a time. */
final class ProgressLine {

    private static final int WIDTH = 30;
    private static final String CLEAR = "\r\u001B[K";

    private final Console console;
    private boolean shown;

    ProgressLine(Console console) {
        this.console = console;
    }

    /**
     * Shows how far it is.
     *
     * @param total what {@code done} ends at; 0: nobody knows
     */
    synchronized void show(long done, long total, String words) {
        if (!console.terminal()) {
            return;
        }
        shown = true;
        console.err().print(CLEAR + bar(done, total) + words);
        console.err().flush();
    }

    /** Takes the line away, so that others can be written. */
    synchronized void clear() {
        if (shown) {
            console.err().print(CLEAR);
            console.err().flush();
            shown = false;
        }
    }

    private static String bar(long done, long total) {
        if (total <= 0) {
            return "";
        }
        double share = Math.min(1, (double) done / total);
        int filled = (int) (share * WIDTH);
        return "█".repeat(filled)
                + "░".repeat(WIDTH - filled)
                + String.format(Locale.ROOT, " %3d %%  ", (int) (share * 100));
    }
}
