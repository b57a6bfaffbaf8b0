package io.slipway.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** Tells the user what could not be read or was refused, each place for itself as long as they are few. For one thread at a time. */
final class ImportFindings {

    private static final int MOST_NAMED = 20;

    private final Console console;
    private long places;
    private int named;

    ImportFindings(Console console) {
        this.console = console;
    }

    /** Something of a segment could not be read. */
    void damage(Path file, long offset, String what) {
        places++;
        name(file, offset, what);
    }

    /** The shipper refused an event. */
    void refused(Path file, long offset, String reason) {
        name(file, offset, "refused by the shipper (" + reason + ")");
    }

    /** At how many places something could not be read. */
    long places() {
        return places;
    }

    /** Says how it ended. */
    void report(ImportRun run, String server) {
        StringBuilder text =
                new StringBuilder(count("%,d of %,d events persisted by %s", run.persisted(), run.published(), server));
        if (run.refused() > 0) {
            text.append(count(", %,d refused", run.refused()));
        }
        if (places > 0) {
            text.append(lost(run.lost()));
        }
        console.out().println(text.append('.'));
        if (run.kept() > 0) {
            console.err()
                    .println(count(
                            "%,d segments were not deleted, as not all of them was read and persisted.", run.kept()));
        }
    }

    /** The events that could not be read, as the end of a sentence. */
    String lost(long events) {
        return count(", at least %,d could not be read at %,d %s", events, places, places == 1 ? "place" : "places");
    }

    /** Says that the shipper took no more. */
    void gaveUp(ImportRun run, Duration timeout) {
        console.err()
                .println(
                        run.allRefused()
                                ? "slipway: gave up, because the shipper refuses everything; the next run begins with the same events."
                                : "slipway: gave up, because nothing more was persisted for " + timeout.toSeconds()
                                        + " s; the next run goes on from here, and what is not persisted may still arrive.");
    }

    private void name(Path file, long offset, String what) {
        named++;
        if (named > MOST_NAMED) {
            return;
        }
        console.err().println(file + ", byte " + offset + ": " + what + ".");
        if (named == MOST_NAMED) {
            console.err().println("Further ones are only counted.");
        }
    }

    private static String count(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
