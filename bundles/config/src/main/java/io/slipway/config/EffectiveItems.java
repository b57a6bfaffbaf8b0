package io.slipway.config;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.EncoderChoice;
import io.slipway.core.config.Address;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.Plan;
import io.slipway.core.config.Section;
import io.slipway.core.config.ServerPlan;
import io.slipway.core.plugin.Plugins;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a plan comes to, as a configuration: variables replaced, defaults filled in, secrets hidden. What a missing plugin
 * would read is shown as it was written, except for what looks like a secret by its name.
 */
final class EffectiveItems {

    private static final Pattern SECRET_NAME =
            Pattern.compile(".*(pass|secret|token|credential|api_?key|private|^key$).*");
    private static final Pattern USER_IN_URL = Pattern.compile("(?<=://)[^/@\\s]+(?=@)");

    private final Plugins plugins;
    private final Set<String> secrets;

    /** @param secrets texts that are never shown, wherever they turn up */
    EffectiveItems(Plugins plugins, Set<String> secrets) {
        this.plugins = plugins;
        this.secrets = secrets;
    }

    Item.Group of(Plan plan) {
        Item.Group shipper = group();
        put(shipper, "strict_mode", plan.server().strictMode());
        record(plan.pipeline()).items().forEach(shipper.items()::put);
        shipper.items().put("server", server(plan.server()));
        Item.Group queue = group();
        queue.items()
                .put(
                        plan.queue().type(),
                        section(
                                plan.queue().settings(),
                                plugins.queue(plan.queue().type()).map(factory -> factory.settings())));
        shipper.items().put("queue", queue);
        Item.Group outputs = group();
        for (OutputPlan output : plan.outputs()) {
            outputs.items().put(output.name(), output(output));
        }
        shipper.items().put("outputs", outputs);
        Item.Group root = group();
        root.items().put("shipper", shipper);
        return root;
    }

    private Item.Group server(ServerPlan plan) {
        Item.Group server = group();
        server.items()
                .put(
                        "server",
                        sequence(plan.listen().stream().map(Address::toString).toList()));
        plan.tls().ifPresent(tls -> {
            Item.Group ssl = group();
            put(ssl, "certificate", tls.certificate());
            if (tls.key().startsWith("-")) {
                ssl.items().put("key", hidden());
            } else {
                put(ssl, "key", tls.key());
            }
            ssl.items().put("certificate_authorities", sequence(tls.authorities()));
            put(ssl, "client_authentication", tls.clientAuthentication());
            server.items().put("ssl", ssl);
        });
        put(server, "max_inflight_bytes", ByteSize.ofBytes(plan.maxInflightBytes()));
        put(server, "max_connections", plan.maxConnections());
        return server;
    }

    private Item.Group output(OutputPlan plan) {
        Item.Group output = group();
        put(output, "type", plan.type());
        Item.Group settings =
                section(plan.settings(), plugins.output(plan.type()).map(factory -> factory.settings()));
        settings.items().forEach(output.items()::put);
        record(plan.delivery()).items().forEach(output.items()::putIfAbsent);
        return output;
    }

    private Item.Group section(Section section, Optional<? extends Class<? extends Record>> type) {
        if (type.isPresent()) {
            try {
                return record(section.bind(type.get()));
            } catch (InvalidConfiguration cannotBeMadeYet) {
                return asWritten(section);
            }
        }
        return asWritten(section);
    }

    private Item.Group asWritten(Section section) {
        return section instanceof StoredSection stored ? (Item.Group) asWritten("", stored.content()) : group();
    }

    private Item asWritten(String key, Item item) {
        if (SECRET_NAME.matcher(key.toLowerCase(Locale.ROOT)).matches() && !(item instanceof Item.Nothing)) {
            return hidden();
        }
        if (item instanceof Item.Group group) {
            Item.Group shown = group();
            group.items().forEach((name, value) -> shown.items().put(name, asWritten(name, value)));
            return shown;
        }
        if (item instanceof Item.Sequence sequence) {
            return new Item.Sequence(
                    sequence.items().stream()
                            .map(element -> asWritten("", element))
                            .toList(),
                    Place.NOWHERE);
        }
        if (item instanceof Item.Scalar scalar) {
            String text = USER_IN_URL.matcher(scalar.text()).replaceAll(Wording.HIDDEN);
            return scalar.secret() ? hidden() : text(text);
        }
        return item;
    }

    private Item.Group record(Record settings) {
        Item.Group group = group();
        for (SettingEntry entry : SettingsModel.of(settings.getClass()).entries()) {
            Object value = SettingsModel.value(entry, settings);
            if (value instanceof Optional<?> maybe && maybe.isEmpty()) {
                continue;
            }
            group.items().put(entry.key(), entry.secret() && !isDefault(entry, value) ? hidden() : item(value));
        }
        return group;
    }

    /** What everybody knows is no secret. */
    private static boolean isDefault(SettingEntry entry, Object value) {
        return value.equals(List.of())
                || value.equals(Map.of())
                || entry.byDefault().filter(ScalarForms.text(value)::equals).isPresent();
    }

    private Item item(Object value) {
        if (value instanceof Optional<?> maybe) {
            return item(maybe.orElseThrow());
        }
        if (value instanceof List<?> list) {
            return new Item.Sequence(list.stream().map(this::item).toList(), Place.NOWHERE);
        }
        if (value instanceof Map<?, ?> map) {
            Item.Group group = group();
            map.forEach((key, inner) -> group.items().put(key.toString(), item(inner)));
            return group;
        }
        if (value instanceof EncoderChoice choice) {
            Item.Group group = group();
            group.items().put(choice.id(), record(choice.settings()));
            return group;
        }
        return value instanceof Record settings && Binder.isGroup(settings.getClass())
                ? record(settings)
                : text(ScalarForms.text(value));
    }

    private Item.Sequence sequence(List<String> texts) {
        List<Item> items = new ArrayList<>();
        texts.forEach(text -> items.add(text(text)));
        return new Item.Sequence(items, Place.NOWHERE);
    }

    private void put(Item.Group group, String key, Object value) {
        group.items().put(key, text(ScalarForms.text(value)));
    }

    private Item text(String text) {
        boolean secret = secrets.stream().anyMatch(hidden -> !hidden.isEmpty() && text.contains(hidden));
        return secret ? hidden() : new Item.Scalar(text.replace("$", "$$"), Item.Origin.FILE, Place.NOWHERE);
    }

    private static Item hidden() {
        return new Item.Scalar(Wording.HIDDEN, Item.Origin.KEYSTORE, Place.NOWHERE);
    }

    private static Item.Group group() {
        return Item.Group.empty(Place.NOWHERE);
    }
}
