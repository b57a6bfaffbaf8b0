package io.slipway.wire.raw;

import java.util.Objects;

/**
 * What a check found: an event is good, or what is the matter with it and where.
 *
 * @param finding what was found
 * @param path the place within the event, as in {@code fields.a.b[3]}, cut at 200 letters; empty: the event itself
 * @param reason what is the matter, a sentence without the place; empty if the event is good
 */
public record Verdict(Finding finding, String path, String reason) {

    /** The event is as it must be. */
    public static final Verdict GOOD = new Verdict(Finding.GOOD, "", "");

    static final int LONGEST_PATH = 200;

    public Verdict {
        Objects.requireNonNull(finding, "finding");
        Objects.requireNonNull(reason, "reason");
        if (path.length() > LONGEST_PATH) {
            path = path.substring(0, LONGEST_PATH) + "…";
        }
    }

    /** What can be the matter with an event. */
    public enum Finding {
        /** Nothing. */
        GOOD("good"),
        /** It is no protocol buffers message. */
        MALFORMED("malformed"),
        /** A value has no kind. */
        NO_KIND("no_kind"),
        /** A value has only kinds that are not known here. */
        UNKNOWN_KIND("unknown_kind"),
        /** Its values are nested deeper than {@link EventCheck#MAX_DEPTH}. */
        TOO_DEEP("too_deep"),
        /** A text is not UTF-8. */
        INVALID_UTF8("invalid_utf8"),
        /** A timestamp is not in the years 1 to 9999, or its nanoseconds are not within a second. */
        TIMESTAMP_OUT_OF_RANGE("timestamp_out_of_range"),
        /** It is larger than an event may be. */
        TOO_LARGE("event_too_large"),
        /** It lacks what strict mode asks for. */
        STRICT("strict"),
        /** Its client numbers the kinds of values as they were before the protocol's newest form. */
        INCOMPATIBLE("incompatible_client");

        private final String word;

        Finding(String word) {
            this.word = word;
        }

        /** The name of this finding in dead letters and metrics; it stays the same across versions. */
        public String word() {
            return word;
        }
    }

    /** Whether there is nothing the matter. */
    public boolean good() {
        return finding == Finding.GOOD;
    }
}
