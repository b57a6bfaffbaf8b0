package io.slipway.wire.raw;

import io.slipway.wire.raw.Verdict.Finding;
import java.util.ArrayList;
import java.util.List;

/** What strict mode asks of an event, in the words of the original shipper. */
final class StrictCheck {

    private static final String NO_TIMESTAMP = "proto: invalid nil Timestamp";
    private static final int TYPE = 1 << 1;
    private static final int DATASET = 1 << 2;
    private static final int NAMESPACE = 1 << 3;
    private static final int INPUT_ID = 1 << 1;

    private String timestamp = NO_TIMESTAMP;
    private boolean hasSource;
    private boolean hasDataStream;
    private int sourceFields;
    private int dataStreamFields;

    void begin() {
        timestamp = NO_TIMESTAMP;
        hasSource = false;
        hasDataStream = false;
        sourceFields = 0;
        dataStreamFields = 0;
    }

    /** There is a timestamp, with {@code fault} (empty: none). */
    void timestamp(String fault) {
        timestamp = fault.isEmpty() ? "" : "proto: " + fault;
    }

    void present(boolean dataStream) {
        hasDataStream |= dataStream;
        hasSource |= !dataStream;
    }

    void text(boolean dataStream, int field, int length) {
        int bit = 1 << field;
        if (dataStream) {
            dataStreamFields = length > 0 ? dataStreamFields | bit : dataStreamFields & ~bit;
        } else {
            sourceFields = length > 0 ? sourceFields | bit : sourceFields & ~bit;
        }
    }

    Verdict verdict() {
        boolean complete = (dataStreamFields & (TYPE | DATASET | NAMESPACE)) == (TYPE | DATASET | NAMESPACE)
                && (sourceFields & INPUT_ID) != 0
                && timestamp.isEmpty();
        return complete ? Verdict.GOOD : new Verdict(Finding.STRICT, "", String.join("; ", faults()));
    }

    private List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (!timestamp.isEmpty()) {
            faults.add("timestamp: " + timestamp);
        }
        List<String> missing = missing();
        if (!hasDataStream) {
            faults.add("datastream: cannot be nil");
        } else if (!missing.isEmpty()) {
            faults.add("datastream: " + String.join("; ", missing));
        }
        if (!hasSource) {
            faults.add("source: cannot be nil");
        } else if ((sourceFields & INPUT_ID) == 0) {
            faults.add("source: input_id is a required field");
        }
        return faults;
    }

    private List<String> missing() {
        List<String> missing = new ArrayList<>();
        if ((dataStreamFields & DATASET) == 0) {
            missing.add("dataset is a required field");
        }
        if ((dataStreamFields & NAMESPACE) == 0) {
            missing.add("namespace is a required field");
        }
        if ((dataStreamFields & TYPE) == 0) {
            missing.add("type is a required field");
        }
        return missing;
    }
}
