package io.slipway.serializer.json;

import io.slipway.wire.raw.Utf8;
import java.util.Arrays;

/**
 * Reads the tokens of a JSON document one after the other, never past the end. Text is told as it lies in the document, and
 * copied only where it has an escape. For one thread.
 */
final class JsonReader {

    private final byte[] bytes;
    private final int end;
    private int at;

    private byte[] text;
    private int textStart;
    private int textLength;
    private boolean notAscii;

    private byte[] copy = new byte[0];
    private int copied;

    JsonReader(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.at = from;
        this.end = from + length;
    }

    /** The first byte of the next token, which is not passed over; 0 at the end. */
    byte peek() {
        while (at < end) {
            byte b = bytes[at];
            if (b > ' ') {
                return b;
            }
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                throw damaged("a token is not what it must be");
            }
            at++;
        }
        return 0;
    }

    void expect(char token) {
        if (!accept(token)) {
            throw damaged(at == end ? "it ends too early" : "a token is not what it must be");
        }
    }

    /** Passes over the next token if it is {@code token}. */
    boolean accept(char token) {
        if (peek() != token) {
            return false;
        }
        at++;
        return true;
    }

    void expect(String word) {
        peek();
        for (int i = 0; i < word.length(); i++) {
            if (at == end || bytes[at++] != word.charAt(i)) {
                throw damaged("a token is not what it must be");
            }
        }
    }

    void number(JsonNumber number) {
        peek();
        int next = number.read(bytes, at, end);
        if (next < 0) {
            throw damaged("a number is not what it must be");
        }
        at = next;
    }

    /** Reads a text; {@link #text}, {@link #start} and {@link #length} then tell where it lies until the next one. */
    void readText() {
        expect('"');
        notAscii = false;
        int start = at;
        passPlain();
        if (at < end && bytes[at] == '"') {
            text = bytes;
            textStart = start;
            textLength = at - start;
            at++;
        } else {
            readEscapedText(start);
        }
        if (notAscii && !Utf8.isWellFormed(text, textStart, textStart + textLength)) {
            throw damaged("a text is not UTF-8");
        }
    }

    byte[] text() {
        return text;
    }

    int start() {
        return textStart;
    }

    int length() {
        return textLength;
    }

    boolean textIs(byte[] other) {
        return Arrays.equals(text, textStart, textStart + textLength, other, 0, other.length);
    }

    /** Passes over all that stands for itself, and notes whether some of it is not ASCII. */
    private void passPlain() {
        long seen = 0;
        for (; at <= end - 8; at += 8) {
            long word = Words.get(bytes, at);
            seen |= word;
            long found = Words.ends(word);
            if (found != 0) {
                at += Words.first(found);
                notAscii |= Words.notAscii(seen);
                return;
            }
        }
        notAscii |= Words.notAscii(seen);
        for (; at < end && !Words.ends(bytes[at]); at++) {
            notAscii |= bytes[at] < 0;
        }
    }

    private void readEscapedText(int start) {
        copied = 0;
        int run = start;
        while (true) {
            append(run);
            if (at == end) {
                throw damaged("it ends too early");
            }
            byte b = bytes[at++];
            if (b == '"') {
                break;
            }
            if (b != '\\') {
                throw damaged("a text has a control character");
            }
            escape();
            run = at;
            passPlain();
        }
        text = copy;
        textStart = 0;
        textLength = copied;
    }

    /** Copies what lies between {@code run} and here, and leaves room for the longest character. */
    private void append(int run) {
        int length = at - run;
        if (copied + length + 4L > copy.length) {
            copy = Arrays.copyOf(copy, (int) Math.min(end, Math.max(2L * copy.length, copied + length + 64L)));
        }
        System.arraycopy(bytes, run, copy, copied, length);
        copied += length;
    }

    private void escape() {
        if (at == end) {
            throw damaged("it ends too early");
        }
        byte letter = bytes[at++];
        switch (letter) {
            case '"', '\\', '/' -> copy[copied++] = letter;
            case 'n' -> copy[copied++] = '\n';
            case 'r' -> copy[copied++] = '\r';
            case 't' -> copy[copied++] = '\t';
            case 'b' -> copy[copied++] = '\b';
            case 'f' -> copy[copied++] = '\f';
            case 'u' -> character(codePoint());
            default -> throw damaged("a text has an unknown escape");
        }
    }

    private int codePoint() {
        int unit = unit();
        if (!Character.isSurrogate((char) unit)) {
            return unit;
        }
        if (end - at >= 6 && bytes[at] == '\\' && bytes[at + 1] == 'u') {
            at += 2;
            int low = unit();
            if (Character.isSurrogatePair((char) unit, (char) low)) {
                return Character.toCodePoint((char) unit, (char) low);
            }
        }
        throw damaged("a text has half a character");
    }

    private int unit() {
        if (end - at < 4) {
            throw damaged("it ends too early");
        }
        int value = 0;
        for (int stop = at + 4; at < stop; at++) {
            value = value << 4 | hexDigit(bytes[at]);
        }
        return value;
    }

    static int hexDigit(byte digit) {
        int value = digit < 0 ? -1 : Character.digit(digit, 16);
        if (value < 0) {
            throw damaged("a digit is none");
        }
        return value;
    }

    private void character(int codePoint) {
        if (codePoint < 0x80) {
            copy[copied++] = (byte) codePoint;
        } else if (codePoint < 0x800) {
            copy[copied++] = (byte) (0xc0 | codePoint >>> 6);
            tail(codePoint, 1);
        } else if (codePoint < 0x10000) {
            copy[copied++] = (byte) (0xe0 | codePoint >>> 12);
            tail(codePoint, 2);
        } else {
            copy[copied++] = (byte) (0xf0 | codePoint >>> 18);
            tail(codePoint, 3);
        }
    }

    private void tail(int codePoint, int count) {
        for (int shift = 6 * count - 6; shift >= 0; shift -= 6) {
            copy[copied++] = (byte) (0x80 | codePoint >>> shift & 0x3f);
        }
    }

    static IllegalStateException damaged(String what) {
        return new IllegalStateException("These bytes are no event: " + what + ".");
    }
}
