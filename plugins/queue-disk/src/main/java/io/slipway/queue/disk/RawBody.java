package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.QueuedEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The body of a block before it is made smaller and sealed: the lengths, the ids if they are sparse, the events. */
final class RawBody {

    private RawBody() {}

    /** @param offsets the id of each event less the first id, rising; empty for 0, 1, 2 … */
    static List<ByteSlice> pieces(List<Entry.Stored> events, int[] offsets) {
        ByteBuffer table = ByteBuffer.allocate((events.size() + offsets.length) * Integer.BYTES);
        List<ByteSlice> pieces = new ArrayList<>(events.size() + 1);
        pieces.add(ByteSlice.of(table.array()));
        for (Entry.Stored event : events) {
            table.putInt(event.bytes().length());
            pieces.add(event.bytes());
        }
        for (int offset : offsets) {
            table.putInt(offset);
        }
        return pieces;
    }

    /** The events of a body, not copied. */
    static List<QueuedEvent> events(BlockHeader header, ByteSlice raw) throws DamagedBlockException {
        ByteBuffer table = ByteBuffer.wrap(raw.array(), raw.offset(), raw.length());
        int ids = raw.offset() + header.count() * Integer.BYTES;
        int at = header.sparse() ? ids + header.count() * Integer.BYTES : ids;
        int end = raw.offset() + raw.length();
        int before = -1;
        List<QueuedEvent> events = new ArrayList<>(header.count());
        for (int i = 0; i < header.count(); i++) {
            int length = table.getInt();
            int offset = header.sparse() ? table.getInt(ids + i * Integer.BYTES) : i;
            if (length < 0 || length > end - at || offset <= before || offset >= header.idSpan()) {
                throw new DamagedBlockException("its lengths and ids do not fit its header");
            }
            events.add(new QueuedEvent(
                    header.firstId() + offset, new ByteSlice(raw.array(), at, length), header.serializer()));
            at += length;
            before = offset;
        }
        if (at != end) {
            throw new DamagedBlockException("its lengths do not add up");
        }
        return events;
    }
}
