package io.slipway.config;

import io.slipway.api.queue.QueueFactory;
import io.slipway.core.config.QueuePlan;
import io.slipway.core.plugin.Plugins;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code queue}: one queue, {@code disk} before {@code mem}. */
final class QueuePart {

    private static final String MEMORY = "mem";
    private static final String DISK = "disk";

    private final Reading reading;

    QueuePart(Reading reading) {
        this.reading = reading;
    }

    Optional<QueuePlan> plan(Optional<Layout.Found> part) {
        Layout.Found found = part.orElseGet(() -> new Layout.Found(Item.Group.empty(Place.NOWHERE), "shipper.queue"));
        Set<String> known = new LinkedHashSet<>(reading.plugins().installed(Plugins.Kind.QUEUE));
        known.add(MEMORY);
        known.add(DISK);
        Map<String, Item> items = found.group().items();
        items.forEach((key, item) -> {
            if (!known.contains(key)) {
                String path = GroupFiller.join(found.path(), key);
                reading.findings().mistake(item.place(), Wording.unknown(path, key, known));
            }
        });
        String type = known.stream()
                .filter(items::containsKey)
                .sorted((a, b) -> Boolean.compare(!a.equals(DISK), !b.equals(DISK)))
                .findFirst()
                .orElse(MEMORY);
        items.forEach((key, item) -> {
            if (known.contains(key) && !key.equals(type)) {
                reading.findings()
                        .notice(item.place(), found.path() + "." + key + " is without effect beside " + type + ".");
            }
        });
        return plan(found, type);
    }

    private Optional<QueuePlan> plan(Layout.Found found, String type) {
        String path = found.path() + "." + type;
        Optional<Item.Group> given = found.group().items().containsKey(type)
                ? reading.section(found.group(), type, path)
                : Optional.of(Item.Group.empty(found.group().place()));
        if (given.isEmpty()) {
            return Optional.empty();
        }
        Item.Group content = reading.variables().expand(given.get(), path);
        Optional<QueueFactory<?>> factory = reading.plugins().queue(type);
        if (factory.isPresent()) {
            reading.binder().bind(factory.get().settings(), content, path, Set.of());
        } else {
            reading.notInstalled(
                    content.place(), found.path(), type, Plugins.Kind.QUEUE, "No event is taken until it is.");
        }
        return Optional.of(new QueuePlan(type, new StoredSection(path, content, reading.folders(), reading.plugins())));
    }
}
