package io.slipway.serializer.json;

import io.slipway.api.event.ValueVisitor;

/** Tells a visitor the values of an event's maps, to {@link JsonSerializer#MAX_DEPTH}. Not recursive. */
final class ValueWalk {

    private final JsonReader in;
    private final ValueVisitor visitor;
    private final JsonNumber number = new JsonNumber();
    private final JsonTime time = new JsonTime();
    /** Of each open map and list, whether it is a list. */
    private final boolean[] lists = new boolean[JsonSerializer.MAX_DEPTH];

    private int depth;
    /** Whether nothing was told yet of the map or list that was opened last. */
    private boolean fresh;
    /** Whether the first key of that map was read already. */
    private boolean keyRead;

    ValueWalk(JsonReader in, ValueVisitor visitor) {
        this.in = in;
        this.visitor = visitor;
    }

    /** Tells a map that lies in no other. */
    void root() {
        in.expect('{');
        open(false);
        while (depth > 0) {
            boolean list = lists[depth - 1];
            if (keyRead) {
                keyRead = false;
                member();
            } else if (in.accept(list ? ']' : '}')) {
                close();
            } else {
                if (!fresh) {
                    in.expect(',');
                }
                fresh = false;
                if (list) {
                    value();
                } else {
                    in.readText();
                    member();
                }
            }
        }
    }

    /** The time that the text which was read last tells. */
    JsonTime time() {
        if (!time.read(in.text(), in.start(), in.length())) {
            throw JsonReader.damaged("a timestamp is not what it must be");
        }
        return time;
    }

    private void open(boolean list) {
        if (depth == JsonSerializer.MAX_DEPTH) {
            throw JsonReader.damaged("values are nested more than " + JsonSerializer.MAX_DEPTH + " deep");
        }
        lists[depth++] = list;
        fresh = true;
        if (list) {
            visitor.startList();
        } else {
            visitor.startMap();
        }
    }

    private void close() {
        depth--;
        fresh = false;
        if (lists[depth]) {
            visitor.endList();
        } else {
            visitor.endMap();
        }
    }

    /** Tells the member whose key was read. */
    private void member() {
        key();
        in.expect(':');
        value();
    }

    private void key() {
        byte[] text = in.text();
        int start = in.start();
        int length = in.length();
        if (length == 0 || text[start] != Name.KIND) {
            visitor.key(text, start, length);
        } else if (isKind()) {
            throw JsonReader.damaged("a kind stands where a key must be");
        } else {
            visitor.key(text, start + 1, length - 1);
        }
    }

    private boolean isKind() {
        byte[] text = in.text();
        int start = in.start();
        return in.length() > 0 && text[start] == Name.KIND && (in.length() == 1 || text[start + 1] != Name.KIND);
    }

    /** Tells a value; of a map or list only that it begins. */
    private void value() {
        switch (in.peek()) {
            case '"' -> {
                in.readText();
                visitor.text(in.text(), in.start(), in.length());
            }
            case '{' -> object();
            case '[' -> {
                in.expect('[');
                open(true);
            }
            case 't' -> {
                in.expect("true");
                visitor.bool(true);
            }
            case 'f' -> {
                in.expect("false");
                visitor.bool(false);
            }
            case 'n' -> {
                in.expect("null");
                visitor.nullValue();
            }
            default -> number();
        }
    }

    private void number() {
        in.number(number);
        if (!number.isWhole()) {
            visitor.float64(finite(number.asDouble()));
        } else if (number.isInteger()) {
            visitor.int64(number.asLong());
        } else {
            throw outOfRange();
        }
    }

    private void object() {
        in.expect('{');
        if (in.peek() == '}') {
            open(false);
            return;
        }
        in.readText();
        if (isKind()) {
            typed();
            in.expect('}');
        } else {
            open(false);
            fresh = false;
            keyRead = true;
        }
    }

    private void typed() {
        if (in.textIs(Name.TIME)) {
            in.expect(':');
            in.readText();
            time();
            visitor.time(time.seconds(), time.nanos());
        } else if (in.textIs(Name.INT32)) {
            visitor.int32((int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
        } else if (in.textIs(Name.UINT32)) {
            visitor.uint32((int) integer(0, 0xffff_ffffL));
        } else if (in.textIs(Name.UINT64)) {
            visitor.uint64(unsigned());
        } else if (in.textIs(Name.FLOAT32)) {
            in.expect(':');
            float32();
        } else if (in.textIs(Name.FLOAT64)) {
            in.expect(':');
            visitor.float64(in.peek() == '"' ? notFinite64() : float64());
        } else {
            throw JsonReader.damaged("a value is of no kind that an event has");
        }
    }

    private long integer(long least, long most) {
        in.expect(':');
        in.number(number);
        if (!number.isInteger() || number.asLong() < least || number.asLong() > most) {
            throw outOfRange();
        }
        return number.asLong();
    }

    private long unsigned() {
        in.expect(':');
        in.readText();
        int end = in.start() + in.length();
        if (number.read(in.text(), in.start(), end) != end || !number.isUnsigned()) {
            throw outOfRange();
        }
        return number.asLong();
    }

    private void float32() {
        if (in.peek() != '"') {
            in.number(number);
            visitor.float32((float) finite(number.asFloat()));
            return;
        }
        in.readText();
        if (isSpecial()) {
            visitor.float32((float) special());
        } else {
            float value = Float.intBitsToFloat((int) hex(8));
            mustBe(Float.isNaN(value));
            visitor.float32(value);
        }
    }

    private double float64() {
        in.number(number);
        return finite(number.asDouble());
    }

    private double notFinite64() {
        in.readText();
        if (isSpecial()) {
            return special();
        }
        double value = Double.longBitsToDouble(hex(16));
        mustBe(Double.isNaN(value));
        return value;
    }

    private boolean isSpecial() {
        return in.textIs(Name.NOT_A_NUMBER) || in.textIs(Name.INFINITY) || in.textIs(Name.MINUS_INFINITY);
    }

    private double special() {
        if (in.textIs(Name.NOT_A_NUMBER)) {
            return Double.NaN;
        }
        return in.textIs(Name.INFINITY) ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }

    /** The bits that the text which was read last tells in so many digits. */
    private long hex(int digits) {
        mustBe(in.length() == digits);
        long bits = 0;
        for (int i = in.start(); i < in.start() + digits; i++) {
            bits = bits << 4 | JsonReader.hexDigit(in.text()[i]);
        }
        return bits;
    }

    private static void mustBe(boolean inRange) {
        if (!inRange) {
            throw outOfRange();
        }
    }

    private static double finite(double value) {
        if (!Double.isFinite(value)) {
            throw outOfRange();
        }
        return value;
    }

    private static IllegalStateException outOfRange() {
        return JsonReader.damaged("a number is out of range");
    }
}
