package io.slipway.api.event;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The form of a time, in the letters that Beats took from Joda-Time. Times are in UTC, names are English. */
final class TimePattern {

    private static final int LONGEST_RUN = 9;

    private interface Piece {
        void append(LocalDateTime time, StringBuilder out);
    }

    private final List<Piece> pieces;

    private TimePattern(List<Piece> pieces) {
        this.pieces = pieces;
    }

    /** @throws IllegalArgumentException if {@code pattern} is none; the message goes on from "has a time pattern" */
    static TimePattern parse(String pattern) {
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        while (at < pattern.length()) {
            int end;
            if (pattern.charAt(at) == '\'') {
                end = quoted(pattern, at, pieces);
            } else {
                end = run(pattern, at);
                pieces.add(piece(pattern.charAt(at), end - at));
            }
            at = end;
        }
        return new TimePattern(pieces);
    }

    void append(Instant instant, StringBuilder out) {
        LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        for (Piece piece : pieces) {
            piece.append(time, out);
        }
    }

    private static int run(String pattern, int from) {
        int at = from + 1;
        while (at < pattern.length() && pattern.charAt(at) == pattern.charAt(from)) {
            at++;
        }
        return at;
    }

    /** Text between two quotes; two quotes with nothing between them are one that stands for itself. */
    private static int quoted(String pattern, int from, List<Piece> pieces) {
        int close = pattern.indexOf('\'', from + 1);
        if (close < 0) {
            throw new IllegalArgumentException("whose quote has no end");
        }
        String text = close == from + 1 ? "'" : pattern.substring(from + 1, close);
        pieces.add((time, out) -> out.append(text));
        return close + 1;
    }

    private static Piece piece(char letter, int count) {
        if (!isLetter(letter)) {
            String text = String.valueOf(letter).repeat(count);
            return (time, out) -> out.append(text);
        }
        if (count > LONGEST_RUN) {
            throw new IllegalArgumentException("with more than " + LONGEST_RUN + " times the letter " + letter);
        }
        return switch (letter) {
            case 'y', 'Y' -> year(ChronoField.YEAR, count);
            case 'x' -> year(IsoFields.WEEK_BASED_YEAR, count);
            case 'w' -> number(IsoFields.WEEK_OF_WEEK_BASED_YEAR, count);
            case 'M' ->
                count < 3
                        ? number(ChronoField.MONTH_OF_YEAR, count)
                        : (time, out) -> out.append(time.getMonth().getDisplayName(style(count), Locale.ENGLISH));
            case 'd' -> number(ChronoField.DAY_OF_MONTH, count);
            case 'D' -> number(ChronoField.DAY_OF_YEAR, count);
            case 'e' -> number(ChronoField.DAY_OF_WEEK, count);
            case 'E' -> (time, out) -> out.append(time.getDayOfWeek().getDisplayName(style(count), Locale.ENGLISH));
            case 'a' -> (time, out) -> out.append(time.getHour() < 12 ? "AM" : "PM");
            case 'z' -> (time, out) -> out.append("UTC");
            case 'Z' -> (time, out) -> out.append(count == 1 ? "+0000" : "+00:00");
            default -> timeOfDay(letter, count);
        };
    }

    private static Piece timeOfDay(char letter, int count) {
        return switch (letter) {
            case 'H' -> number(ChronoField.HOUR_OF_DAY, count);
            case 'h' -> number(ChronoField.CLOCK_HOUR_OF_AMPM, count);
            case 'K' -> number(ChronoField.HOUR_OF_AMPM, count);
            case 'k' -> number(ChronoField.CLOCK_HOUR_OF_DAY, count);
            case 'm' -> number(ChronoField.MINUTE_OF_HOUR, count);
            case 's' -> number(ChronoField.SECOND_OF_MINUTE, count);
            case 'S' -> (time, out) -> fraction(time.getNano(), count, out);
            case 'f' -> (time, out) -> fraction(time.getNano(), Math.max(count, needed(time.getNano())), out);
            default -> throw new IllegalArgumentException("whose letter " + letter + " has no meaning");
        };
    }

    private static Piece year(TemporalField field, int count) {
        return count == 2 ? (time, out) -> padded(time.getLong(field) % 100, 2, out) : number(field, count);
    }

    private static Piece number(TemporalField field, int count) {
        return (time, out) -> padded(time.getLong(field), count, out);
    }

    private static void padded(long number, int width, StringBuilder out) {
        String digits = Long.toString(number);
        out.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
    }

    private static void fraction(int nanos, int count, StringBuilder out) {
        int start = out.length();
        padded(nanos, LONGEST_RUN, out);
        out.setLength(start + count);
    }

    private static int needed(int nanos) {
        return nanos % 1_000_000 == 0 ? 3 : nanos % 1000 == 0 ? 6 : 9;
    }

    private static TextStyle style(int count) {
        return count < 4 ? TextStyle.SHORT : TextStyle.FULL;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }
}
