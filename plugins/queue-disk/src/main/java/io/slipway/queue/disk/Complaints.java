package io.slipway.queue.disk;

import io.slipway.api.plugin.Health;
import io.slipway.api.plugin.PluginContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is wrong with the queue, by subject; tells the host when that changes. For all threads. */
final class Complaints {

    private final PluginContext context;
    private final Map<String, String> open = new LinkedHashMap<>();

    Complaints(PluginContext context) {
        this.context = context;
    }

    /** @return whether that is news */
    synchronized boolean about(String subject, String sentence) {
        if (sentence.equals(open.put(subject, sentence))) {
            return false;
        }
        tell();
        return true;
    }

    synchronized void settled(String subject) {
        if (open.remove(subject) != null) {
            tell();
        }
    }

    private void tell() {
        context.health(open.isEmpty() ? Health.HEALTHY : Health.degraded(String.join(" ", open.values())));
    }
}
