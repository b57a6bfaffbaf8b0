package io.slipway.itests.delivery;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * What arrived at a destination, of the events with the sequence numbers {@code first} to {@code last}.
 *
 * <p>Other numbers are not looked at.
 *
 * @param lost those that did not arrive
 * @param duplicates how many arrived that had arrived before
 * @param reordered how many arrived for the first time behind a later one
 */
record Tally(List<Long> lost, long duplicates, long reordered) {

    static final Tally PERFECT = new Tally(List.of(), 0, 0);

    private static final Pattern SEQUENCE = Pattern.compile("\"seq\":(\\d+)");

    /** Counts in the lines of a destination, one event in each. */
    static Tally of(List<String> lines, long first, long last) {
        return ofNumbers(
                sequences(lines).stream().filter(n -> n >= first && n <= last).toList(), first, last);
    }

    /** The sequence numbers in {@code lines}, as they come. */
    static List<Long> sequences(List<String> lines) {
        List<Long> numbers = new ArrayList<>();
        for (String line : lines) {
            Matcher sequence = SEQUENCE.matcher(line);
            if (sequence.find()) {
                numbers.add(Long.parseLong(sequence.group(1)));
            }
        }
        return numbers;
    }

    private static Tally ofNumbers(List<Long> numbers, long first, long last) {
        Set<Long> seen = new HashSet<>();
        long highest = Long.MIN_VALUE;
        long duplicates = 0;
        long reordered = 0;
        for (long number : numbers) {
            if (!seen.add(number)) {
                duplicates++;
            } else if (number < highest) {
                reordered++;
            }
            highest = Math.max(highest, number);
        }
        List<Long> lost = LongStream.rangeClosed(first, last)
                .filter(n -> !seen.contains(n))
                .boxed()
                .toList();
        return new Tally(lost, duplicates, reordered);
    }
}
