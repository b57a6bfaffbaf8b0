package io.slipway.serializer.json;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.EventVisitor;
import java.nio.charset.StandardCharsets;

/** Tells a visitor what the document of an event holds: its members in their order, each at most once. */
final class EventWalk {

    private final JsonReader in;
    private final EventVisitor visitor;
    private boolean more;

    private EventWalk(ByteSlice event, EventVisitor visitor) {
        this.in = new JsonReader(event.array(), event.offset(), event.length());
        this.visitor = visitor;
    }

    /** @throws IllegalStateException if {@code event} is no event */
    static void over(ByteSlice event, EventVisitor visitor) {
        new EventWalk(event, visitor).event();
    }

    private void event() {
        in.expect('{');
        more = in.peek() != '}';
        if (more) {
            in.readText();
            members();
        }
        in.expect('}');
        if (in.peek() != 0) {
            throw JsonReader.damaged("something follows it");
        }
    }

    private void members() {
        ValueWalk values = new ValueWalk(in, visitor);
        if (is(Name.TIMESTAMP)) {
            in.readText();
            JsonTime time = values.time();
            visitor.timestamp(time.seconds(), time.nanos());
            next();
        }
        if (is(Name.SOURCE)) {
            in.expect('{');
            visitor.source(text(Name.INPUT_ID, ','), text(Name.STREAM_ID, '}'));
            next();
        }
        if (is(Name.DATA_STREAM)) {
            in.expect('{');
            visitor.dataStream(text(Name.TYPE, ','), text(Name.DATASET, ','), text(Name.NAMESPACE, '}'));
            next();
        }
        if (is(Name.METADATA)) {
            visitor.metadata();
            values.root();
            next();
        }
        if (is(Name.FIELDS)) {
            visitor.fields();
            values.root();
            next();
        }
        if (more) {
            throw JsonReader.damaged("a part is unknown, or not where it must be");
        }
    }

    private boolean is(byte[] name) {
        if (more && in.textIs(name)) {
            in.expect(':');
            return true;
        }
        return false;
    }

    private void next() {
        more = in.accept(',');
        if (more) {
            in.readText();
        }
    }

    private String text(byte[] name, char after) {
        in.readText();
        if (!in.textIs(name)) {
            throw JsonReader.damaged("a part is unknown, or not where it must be");
        }
        in.expect(':');
        in.readText();
        String text = new String(in.text(), in.start(), in.length(), StandardCharsets.UTF_8);
        in.expect(after);
        return text;
    }
}
