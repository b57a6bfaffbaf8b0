package io.slipway.serializer.json;

/**
 * Times as RFC 3339 has them, in UTC and within the years 1 to 9999. Counts in years that begin with March, so that a leap day
 * is the last of its year.
 */
final class JsonTime {

    private static final int DAY = 86_400;
    private static final int DAYS_OF_ERA = 146_097;
    private static final int DAYS_BEFORE_1970 = 719_468;
    private static final int SHORTEST = "2023-11-14T22:13:20Z".length();
    private static final int LONGEST = "2023-11-14T22:13:20.123456789Z".length();

    private long seconds;
    private int nanos;

    /** Writes a time with 3, 6 or 9 digits of a second, so that nothing is lost, without quotes. */
    static void write(long seconds, int nanos, JsonBuffer out) {
        date(Math.floorDiv(seconds, (long) DAY), out);
        int second = Math.floorMod(seconds, DAY);
        out.put('T');
        out.digits(second / 3600, 2);
        out.put(':');
        out.digits(second / 60 % 60, 2);
        out.put(':');
        out.digits(second % 60, 2);
        out.put('.');
        if (nanos % 1_000_000 == 0) {
            out.digits(nanos / 1_000_000, 3);
        } else if (nanos % 1000 == 0) {
            out.digits(nanos / 1000, 6);
        } else {
            out.digits(nanos, 9);
        }
        out.put('Z');
    }

    private static void date(long epochDay, JsonBuffer out) {
        long day = epochDay + DAYS_BEFORE_1970;
        long era = Math.floorDiv(day, (long) DAYS_OF_ERA);
        long dayOfEra = day - era * DAYS_OF_ERA;
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

    /** Reads a time; {@link #seconds} and {@link #nanos} then have it. False if it is none. */
    boolean read(byte[] text, int from, int length) {
        if (length < SHORTEST || length > LONGEST || !hasMarks(text, from, length)) {
            return false;
        }
        int year = 100 * pair(text, from) + pair(text, from + 2);
        int month = pair(text, from + 5);
        int day = pair(text, from + 8);
        int hour = pair(text, from + 11);
        int minute = pair(text, from + 14);
        int second = pair(text, from + 17);
        nanos = fraction(text, from + SHORTEST, from + length - 1);
        if (year < 1 || month < 1 || month > 12 || day < 1 || day > lengthOf(month, year)) {
            return false;
        }
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || nanos < 0) {
            return false;
        }
        seconds = epochDay(year, month, day) * DAY + hour * 3600 + minute * 60 + second;
        return true;
    }

    long seconds() {
        return seconds;
    }

    int nanos() {
        return nanos;
    }

    private static boolean hasMarks(byte[] text, int from, int length) {
        return text[from + 4] == '-'
                && text[from + 7] == '-'
                && text[from + 10] == 'T'
                && text[from + 13] == ':'
                && text[from + 16] == ':'
                && text[from + length - 1] == 'Z'
                && (length == SHORTEST || text[from + 19] == '.' && length > SHORTEST + 1);
    }

    /** The number of two digits at {@code at}; far below 0 if they are none. */
    private static int pair(byte[] text, int at) {
        int high = text[at] - '0';
        int low = text[at + 1] - '0';
        return high < 0 || high > 9 || low < 0 || low > 9 ? -100_000 : 10 * high + low;
    }

    /** Nanoseconds from the digits between {@code from} and {@code to}; -1 if there is something else. */
    private static int fraction(byte[] text, int from, int to) {
        int value = 0;
        int weight = 100_000_000;
        for (int at = from; at < to; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value += digit * weight;
            weight /= 10;
        }
        return value;
    }

    private static int lengthOf(int month, int year) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    private static long epochDay(int year, int month, int day) {
        int yearFromMarch = month <= 2 ? year - 1 : year;
        int monthFromMarch = month <= 2 ? month + 9 : month - 3;
        int era = yearFromMarch / 400;
        int yearOfEra = yearFromMarch - 400 * era;
        int dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1;
        int dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return (long) era * DAYS_OF_ERA + dayOfEra - DAYS_BEFORE_1970;
    }
}
