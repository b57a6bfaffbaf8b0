package io.slipway.api.event;

import io.slipway.api.serializer.EncodingException;
import java.util.List;

/**
 * A text with places that each event fills, as Beats has it: {@code logs-%{[data_stream.dataset]}-%{+yyyy.MM.dd}}.
 *
 * <ul>
 *   <li>{@code %{[a.b]}} or {@code %{[a][b]}} is the field at that path; {@code %{[a.b]:none}} is {@code none} where the event has
 *       no such field, or an empty one. A field that is a map, a list or null has no text and counts as missing.
 *   <li>{@code [@timestamp]} is the event's timestamp, {@code [@metadata.x]} an entry of its metadata, and {@code
 *       [data_stream.type]}, {@code [data_stream.dataset]} and {@code [data_stream.namespace]} are the parts of its data stream. A
 *       field of that very name comes first, except before the timestamp that the event has.
 *   <li>{@code %{+yyyy.MM.dd}} is the event's timestamp in UTC, in the pattern's form: {@code y Y} year, {@code x} year and {@code w}
 *       week of the week, {@code M} month, {@code d} day, {@code D} day of the year, {@code e E} day of the week, {@code a H h K k m
 *       s} time of the day, {@code S} so many digits of a second, {@code f} three, six or nine of them, {@code z Z} the zone;
 *       {@code 'text'} stands for itself.
 *   <li>A backslash takes the meaning from the character behind it.
 * </ul>
 *
 * <p>Immutable; for all threads. Two are equal if their texts are.
 */
public final class FormatString {

    private final String text;
    private final List<FormatPart> parts;

    private FormatString(String text, List<FormatPart> parts) {
        this.text = text;
        this.parts = parts;
    }

    /**
     * Reads a format string.
     *
     * @throws IllegalArgumentException if {@code text} is none; the message is a rule without its subject, as in {@code must
     *     have a } for the %{ at position 4}, with positions counted from 1
     */
    public static FormatString parse(String text) {
        return new FormatString(text, List.copyOf(new FormatParser(text).parts()));
    }

    /** Whether it is the same for all events. */
    public boolean isConstant() {
        return parts.stream().allMatch(part -> part instanceof FormatPart.Literal);
    }

    /**
     * The text for {@code event}.
     *
     * @throws EncodingException if the event has no text for a place that has no default; the message names the place
     */
    public String format(Event event) throws EncodingException {
        StringBuilder out = new StringBuilder();
        FormatPart missing = appendUntilMissing(event, out);
        if (missing != null) {
            throw new EncodingException(missing.whatIsMissing());
        }
        return out.toString();
    }

    /** Appends the text for {@code event}; false if there is none, and then a part of it may have been appended. */
    public boolean appendTo(StringBuilder out, Event event) {
        return appendUntilMissing(event, out) == null;
    }

    private FormatPart appendUntilMissing(Event event, StringBuilder out) {
        for (FormatPart part : parts) {
            if (!part.append(event, out)) {
                return part;
            }
        }
        return null;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FormatString that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The text that was read. */
    @Override
    public String toString() {
        return text;
    }
}
