package io.slipway.client;

import com.google.protobuf.CodedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One request to publish, still as the bytes of its events.
 *
 * <p>Made and read by the client's thread; never changed once sent.
 */
final class Request {

    private final byte[] uuid;
    private final String uuidText;
    private final List<Slice> slices = new ArrayList<>();
    private final List<byte[]> events = new ArrayList<>();
    private int bytes;

    Request(String uuid) {
        this.uuidText = uuid;
        this.uuid = uuid.getBytes(StandardCharsets.UTF_8);
        this.bytes = uuid.isEmpty() ? 0 : framed(this.uuid.length);
    }

    /** Adds events of the front of a slice while they fit, and tells how many. The first of a request always fits. */
    int add(Slice slice, int maxBytes, int maxEvents) {
        int taken = 0;
        while (taken < slice.count() && events.size() < maxEvents) {
            byte[] event = slice.publication().event(slice.from() + taken);
            if (!events.isEmpty() && framed(event.length) > maxBytes - bytes) {
                break;
            }
            bytes += framed(event.length);
            events.add(event);
            taken++;
        }
        if (taken > 0) {
            slices.add(slice.first(taken));
        }
        return taken;
    }

    /** How many bytes an event or a text of this many takes within a request. */
    static int framed(int length) {
        return 1 + CodedOutputStream.computeUInt32SizeNoTag(length) + length;
    }

    String uuid() {
        return uuidText;
    }

    byte[] uuidBytes() {
        return uuid;
    }

    List<Slice> slices() {
        return slices;
    }

    List<byte[]> events() {
        return events;
    }

    int count() {
        return events.size();
    }

    int bytes() {
        return bytes;
    }
}
