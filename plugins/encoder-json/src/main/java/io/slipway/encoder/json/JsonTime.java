package io.slipway.encoder.json;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Writes times as RFC 3339 has them, with 3, 6 or 9 digits of a second, so that nothing is lost. */
final class JsonTime {

    private static final long FIRST_SECOND = -62_135_596_800L;
    private static final long LAST_SECOND = 253_402_300_799L;
    private static final int DAY = 86_400;

    private final ZoneId zone;

    JsonTime(ZoneId zone) {
        this.zone = zone;
    }

    /** Writes a time within the years 1 to 9999, with its quotes. */
    void write(long seconds, int nanos, JsonBuffer out) {
        int offset = offset(seconds);
        long local = seconds + offset;
        out.put('"');
        date(Math.floorDiv(local, (long) DAY), out);
        int second = Math.floorMod(local, DAY);
        out.put('T');
        out.digits(second / 3600, 2);
        out.put(':');
        out.digits(second / 60 % 60, 2);
        out.put(':');
        out.digits(second % 60, 2);
        out.put('.');
        fraction(nanos, out);
        if (offset == 0) {
            out.put('Z');
        } else {
            out.put(offset < 0 ? '-' : '+');
            out.digits(Math.abs(offset) / 3600, 2);
            out.put(':');
            out.digits(Math.abs(offset) / 60 % 60, 2);
        }
        out.put('"');
    }

    /** In whole minutes, since RFC 3339 has no others; 0 where the local year would have no four digits. */
    private int offset(long seconds) {
        if (zone == ZoneOffset.UTC) {
            return 0;
        }
        int offset = zone.getRules().getOffset(Instant.ofEpochSecond(seconds)).getTotalSeconds() / 60 * 60;
        return seconds + offset < FIRST_SECOND || seconds + offset > LAST_SECOND ? 0 : offset;
    }

    /** The civil date of a day since 1970, by counting in years that begin with March. */
    private static void date(long epochDay, JsonBuffer out) {
        long day = epochDay + 719_468;
        long era = Math.floorDiv(day, 146_097L);
        long dayOfEra = day - era * 146_097;
        long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long monthFromMarch = (5 * dayOfYear + 2) / 153;
        long month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        out.digits(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4);
        out.put('-');
        out.digits(month, 2);
        out.put('-');
        out.digits(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, 2);
    }

    private static void fraction(int nanos, JsonBuffer out) {
        if (nanos % 1_000_000 == 0) {
            out.digits(nanos / 1_000_000, 3);
        } else if (nanos % 1000 == 0) {
            out.digits(nanos / 1000, 6);
        } else {
            out.digits(nanos, 9);
        }
    }
}
