package io.slipway.pipeline;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.EventVisitor;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Serializer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** An event is one text, its {@code message}. */
final class PlainSerializer implements Serializer {

    static final String ID = "plain";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public ByteSlice write(Content content) {
        Value.Text message = (Value.Text) content.fields().get("message");
        return ByteSlice.of(message.value().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Content read(ByteSlice bytes) {
        String message = new String(bytes.toByteArray(), StandardCharsets.UTF_8);
        return new Content(
                Optional.empty(),
                Source.NONE,
                DataStream.NONE,
                Fields.EMPTY,
                Fields.EMPTY.with("message", Value.of(message)));
    }

    @Override
    public void visit(ByteSlice bytes, EventVisitor visitor) {
        visitor.fields();
        visitor.startMap();
        byte[] key = "message".getBytes(StandardCharsets.UTF_8);
        visitor.key(key, 0, key.length);
        visitor.text(bytes.array(), bytes.offset(), bytes.length());
        visitor.endMap();
    }
}
