package io.slipway.config;

import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.config.Plan;
import io.slipway.core.config.QueuePlan;
import io.slipway.core.config.ServerPlan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Knows what stands where: the layout of the Elastic shipper since 8.8, with everything under {@code shipper}, and the
 * one of 8.5 to 8.7, with {@code server}, {@code queue} and {@code output} at the root. Both may be mixed, as long as no
 * part is given twice.
 */
final class Layout {

    /** Parts of the Elastic shipper's files that nothing here acts on. */
    static final List<String> WITHOUT_EFFECT = List.of("type", "http", "logging", "monitoring", "path");

    /** Of these, what the command line knows. */
    private static final List<String> ON_COMMAND_LINE = List.of("logging", "path");

    /** Parts that may stand at the root or under {@code shipper}. */
    private static final List<String> MOVED = List.of("server", "queue", "output", "outputs");

    private static final List<String> IN_SHIPPER = List.of("strict_mode", "server", "queue", "output", "outputs");

    private final Reading reading;
    private final Item.Group root;
    private final Item.Group shipper;

    Layout(Reading reading, Item.Group root) {
        this.reading = reading;
        this.root = root;
        this.shipper = reading.section(root, "shipper", "shipper").orElse(Item.Group.empty(root.place()));
    }

    /** A section and where it stands. */
    record Found(Item.Group group, String path) {}

    /** The plan, empty if there is a mistake. All of the file is checked in any case. */
    Optional<Plan> plan() {
        checkRoot();
        Optional<ServerPlan> server = server();
        Optional<QueuePlan> queue = new QueuePart(reading).plan(part("queue"));
        List<OutputPlan> outputs = new OutputsPart(reading, queue.map(QueuePlan::type))
                .plan(part("output"), part("outputs"), shipper.place());
        Item.Group rest = reading.variables().expand(shipper.without(IN_SHIPPER), "shipper");
        Optional<PipelinePlan> pipeline = reading.binder().bind(PipelinePlan.class, rest, "shipper", IN_SHIPPER);
        if (reading.findings().mistakes() > 0) {
            return Optional.empty();
        }
        return Optional.of(new Plan(
                server.orElseThrow(),
                queue.orElseThrow(),
                outputs,
                pipeline.orElseThrow(),
                reading.findings().notices()));
    }

    private void checkRoot() {
        Set<String> known = new LinkedHashSet<>(MOVED);
        known.add("shipper");
        root.items().forEach((key, item) -> {
            String shown = Wording.key(key);
            if (WITHOUT_EFFECT.contains(key)) {
                String instead = ON_COMMAND_LINE.contains(key) ? " (only on the command line, with -E)" : "";
                reading.findings().notice(item.place(), shown + " is without effect here" + instead + ".");
            } else if (!known.contains(key)) {
                reading.findings().mistake(item.place(), Wording.unknown(shown, key, known));
            }
        });
    }

    private Optional<ServerPlan> server() {
        ServerPart part = new ServerPart(reading);
        boolean old = root.items().containsKey("server");
        if (old && shipper.items().containsKey("server")) {
            twice("server");
        }
        Item.Group own = reading.variables().expand(shipper.without(except(shipper, "strict_mode")), "shipper");
        Optional<ShipperSettings> strict = reading.binder().bind(ShipperSettings.class, own, "shipper", Set.of());
        if (old) {
            Optional<Item.Group> group = reading.section(root, "server", "server");
            boolean given = own.get("strict_mode") != null;
            return group.flatMap(
                    server -> strict.flatMap(settings -> part.old(server, given && settings.strictMode())));
        }
        Item.Group server =
                reading.section(shipper, "server", "shipper.server").orElse(Item.Group.empty(shipper.place()));
        return strict.flatMap(settings -> part.plan(server, settings.strictMode()));
    }

    private Optional<Found> part(String key) {
        boolean inRoot = root.items().containsKey(key);
        if (inRoot && shipper.items().containsKey(key)) {
            twice(key);
        }
        String path = inRoot ? key : "shipper." + key;
        return reading.section(inRoot ? root : shipper, key, path).map(group -> new Found(group, path));
    }

    private void twice(String key) {
        reading.findings()
                .mistake(
                        root.items().get(key).place(),
                        key + " and shipper." + key + " are both given. Keep shipper." + key + ".");
    }

    private static List<String> except(Item.Group group, String key) {
        List<String> others = new ArrayList<>(group.items().keySet());
        others.remove(key);
        return others;
    }
}
