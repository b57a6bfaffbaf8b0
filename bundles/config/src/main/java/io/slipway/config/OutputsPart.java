package io.slipway.config;

import io.slipway.api.output.OutputFactory;
import io.slipway.api.queue.EventQueue;
import io.slipway.core.config.DeliveryPlan;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.plugin.Plugins;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads {@code output}, one by its type, or {@code outputs}, several by name.
 *
 * <p>Under {@code output} the first in the Elastic shipper's order serves if there are several. There presence decides;
 * here {@code enabled: false} takes an output out as well, because its writer meant that.
 */
final class OutputsPart {

    private static final List<String> ORDER = List.of("elasticsearch", "kafka", "console", "logstash");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final String CLASSIC_NAME = "default";

    private static final String WHEN_FULL = "when_full";

    private final Reading reading;
    private final Optional<String> queue;

    /** @param queue the word of the queue that the outputs are fed from, if it is known */
    OutputsPart(Reading reading, Optional<String> queue) {
        this.reading = reading;
        this.queue = queue;
    }

    /** @param place where a missing output is missed */
    List<OutputPlan> plan(Optional<Layout.Found> single, Optional<Layout.Found> several, Place place) {
        if (single.isPresent() && several.isPresent()) {
            reading.findings()
                    .mistake(
                            several.get().group().place(),
                            single.get().path() + " and " + several.get().path()
                                    + " are both given. Keep one; outputs takes several by name.");
            return List.of();
        }
        int before = reading.findings().mistakes();
        List<OutputPlan> outputs =
                single.map(this::single).or(() -> several.map(this::several)).orElse(List.of());
        if (outputs.isEmpty() && reading.findings().mistakes() == before) {
            reading.findings()
                    .mistake(place, "shipper.output is missing. Name an output, such as output: {console: {}}.");
        }
        return outputs;
    }

    private List<OutputPlan> single(Layout.Found found) {
        Map<String, Item.Group> on = new LinkedHashMap<>();
        List<Item> off = new ArrayList<>();
        sorted(found.group()).forEach((type, item) -> {
            String path = GroupFiller.join(found.path(), type);
            reading.section(found.group(), type, path).ifPresent(group -> {
                if (enabled(group, path)) {
                    on.put(type, group);
                } else {
                    off.add(group.items().get("enabled"));
                    if (found.group().items().size() > 1) {
                        reading.findings().notice(group.place(), path + " is left out: enabled is false.");
                    }
                }
            });
        });
        if (on.isEmpty()) {
            off.forEach(item -> reading.findings()
                    .mistake(
                            item.place(),
                            found.path()
                                    + " has no output left: enabled is false. Set it to true or name another output."));
            return List.of();
        }
        String chosen = on.keySet().iterator().next();
        on.forEach((type, group) -> {
            if (!type.equals(chosen)) {
                reading.findings()
                        .notice(
                                group.place(),
                                GroupFiller.join(found.path(), type) + " is without effect: output takes one, here "
                                        + chosen + ". Write outputs for several.");
            }
        });
        String path = GroupFiller.join(found.path(), chosen);
        return output(CLASSIC_NAME, chosen, on.get(chosen), path, path).stream().toList();
    }

    private static Map<String, Item> sorted(Item.Group group) {
        Map<String, Item> sorted = new LinkedHashMap<>();
        group.items().entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> {
                    int index = ORDER.indexOf(entry.getKey());
                    return index < 0 ? ORDER.size() : index;
                }))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    private List<OutputPlan> several(Layout.Found found) {
        List<OutputPlan> outputs = new ArrayList<>();
        found.group().items().forEach((name, item) -> {
            String path = GroupFiller.join(found.path(), name);
            if (!NAME.matcher(name).matches()) {
                reading.findings()
                        .mistake(
                                item.place(),
                                path
                                        + " must be a name of at most 64 letters, digits, - and _, with a letter or digit first.");
                return;
            }
            reading.section(found.group(), name, path)
                    .ifPresent(group -> named(name, group, path).ifPresent(outputs::add));
        });
        return outputs;
    }

    private Optional<OutputPlan> named(String name, Item.Group written, String path) {
        if (!enabled(written, path)) {
            reading.findings().notice(written.place(), path + " is left out: enabled is false.");
            return Optional.empty();
        }
        Item type =
                written.get("type") == null ? null : reading.variables().expand(written.get("type"), path + ".type");
        if (type == null) {
            reading.findings()
                    .mistake(
                            written.place(),
                            path + ".type is missing. Installed: "
                                    + Wording.list(reading.plugins().installed(Plugins.Kind.OUTPUT)) + ".");
            return Optional.empty();
        }
        if (type instanceof Item.Scalar scalar && !scalar.secret()) {
            return output(name, scalar.text().trim(), written.without(List.of("type")), path, path + ".type");
        }
        if (!(type instanceof Item.Broken)) {
            reading.findings().mistake(type.place(), path + ".type must be the word of an output.");
        }
        return Optional.empty();
    }

    /** @param typePath what a sentence about the type starts with */
    private Optional<OutputPlan> output(String name, String type, Item.Group written, String path, String typePath) {
        Item.Group group = reading.variables().expand(written, path);
        Optional<OutputFactory<?>> factory = reading.plugins().output(type);
        Set<String> own =
                factory.isEmpty() ? Set.of() : Binder.keys(factory.get().settings());
        Item.Group delivery = Item.Group.empty(group.place());
        Item.Group settings = Item.Group.empty(group.place());
        SettingsModel model = SettingsModel.of(DeliveryPlan.class);
        Set<String> exact = model.keys();
        Set<String> all = model.allKeys();
        group.items().forEach((key, item) -> {
            boolean delivers = exact.contains(key) || all.contains(key) && !own.contains(key);
            (delivers ? delivery : settings).items().put(key, item);
        });
        Optional<DeliveryPlan> plan = reading.binder().bind(DeliveryPlan.class, delivery, path, Set.of());
        plan.ifPresent(how -> checkWhenFull(how, delivery, path));
        if (factory.isPresent()) {
            reading.binder().bind(factory.get().settings(), settings, path, exact);
        } else {
            reading.notInstalled(
                    group.place(), typePath, type, Plugins.Kind.OUTPUT, "Its events wait in the queue until it is.");
        }
        return plan.map(how -> new OutputPlan(
                name, type, how, new StoredSection(path, settings, reading.folders(), reading.plugins())));
    }

    private void checkWhenFull(DeliveryPlan plan, Item.Group delivery, String path) {
        if (plan.whenFull() == EventQueue.WhenFull.DROP_OLDEST
                && queue.flatMap(reading.plugins()::queue)
                        .filter(factory -> !factory.durable())
                        .isPresent()) {
            reading.findings()
                    .mistake(
                            delivery.items().get(WHEN_FULL).place(),
                            path + "." + WHEN_FULL + ": \"drop_oldest\" takes a queue that keeps events, and queue."
                                    + queue.orElseThrow() + " keeps none. Use queue.disk, or leave it at block.");
        }
    }

    private boolean enabled(Item.Group group, String path) {
        Item item = group.get("enabled");
        if (item == null) {
            return true;
        }
        Item expanded = reading.variables().expand(item, path + ".enabled");
        if (expanded instanceof Item.Scalar scalar) {
            try {
                return (boolean) new ScalarForms(reading.folders().data()).read(boolean.class, scalar.text());
            } catch (IllegalArgumentException told) {
            }
        }
        return true;
    }
}
