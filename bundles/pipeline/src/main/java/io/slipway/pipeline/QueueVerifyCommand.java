package io.slipway.pipeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.slipway.api.queue.StoredQueue.Verdict;
import io.slipway.core.config.Configurations;
import io.slipway.core.plugin.Plugins;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads and checks everything that the queue keeps. Ends with 1 if something is not as it should be. */
@Component(service = ToIntFunction.class, property = "slipway.command=queue-verify")
public final class QueueVerifyCommand implements ToIntFunction<Map<String, String>> {

    private final QueueCall call;

    @Activate
    public QueueVerifyCommand(
            BundleContext bundle, @Reference Configurations configurations, @Reference Plugins plugins) {
        this(new QueueCall(bundle, configurations, plugins));
    }

    QueueVerifyCommand(QueueCall call) {
        this.call = call;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        return call.run(options, (queue, plan) -> {
            Verdict verdict = queue.verify();
            System.out.print(new CommandOptions(options).is("json") ? json(verdict) : text(verdict));
            return verdict.lost() == 0 && verdict.findings().isEmpty() ? ExitCode.FINE : ExitCode.OTHER;
        });
    }

    private static String text(Verdict verdict) {
        StringBuilder text = new StringBuilder();
        verdict.findings().forEach(finding -> text.append(finding).append("\n"));
        text.append("events: ").append(verdict.events()).append(", lost: ").append(verdict.lost());
        text.append(", findings: ").append(verdict.findings().size()).append("\n");
        return text.toString();
    }

    private static String json(Verdict verdict) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("events", verdict.events());
            json.writeNumberField("lost", verdict.lost());
            json.writeArrayFieldStart("findings");
            for (String finding : verdict.findings()) {
                json.writeString(finding);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }
}
