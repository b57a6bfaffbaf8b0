package io.slipway.testkit;

import io.slipway.api.event.Content;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Value;
import io.slipway.api.processor.Processor;
import java.util.Map;

/** A processor that splits keeps the contract. */
class ProcessorContractTest extends ProcessorContract {

    @Override
    protected Processor processor() {
        return (event, next) -> {
            next.accept(event.child(1, event.content()));
            next.accept(event.child(2, event.content()));
        };
    }

    @Override
    protected Content accepted() {
        return Events.content(Fields.of(Map.of("message", Value.of("a"))));
    }
}
