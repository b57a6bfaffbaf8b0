package io.slipway.config;

import io.slipway.api.config.ByteSize;
import io.slipway.core.config.Address;
import io.slipway.core.config.ServerPlan;
import io.slipway.core.config.TlsPlan;
import io.slipway.core.config.TlsPlan.ClientAuthentication;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code server}: where to listen, with which TLS, within which bounds. */
final class ServerPart {

    private static final String PATH = "shipper.server";

    /** Keys of a TLS section of the Elastic shipper that nothing here acts on. */
    private static final List<String> SSL_WITHOUT_EFFECT = List.of(
            "verification_mode",
            "supported_protocols",
            "cipher_suites",
            "curve_types",
            "renegotiation",
            "key_passphrase",
            "ca_sha256",
            "ca_trusted_fingerprint");

    private final Reading reading;

    ServerPart(Reading reading) {
        this.reading = reading;
    }

    /** @param written the group under {@code shipper.server} */
    Optional<ServerPlan> plan(Item.Group written, boolean strictMode) {
        Item.Group group =
                withoutIdleSslKeys(withoutEmptyTexts(reading.variables().expand(written, PATH)));
        Optional<ServerSettings> bound = reading.binder().bind(ServerSettings.class, group, PATH, Set.of());
        if (bound.isEmpty()) {
            return Optional.empty();
        }
        ServerSettings settings = bound.get();
        int before = reading.findings().mistakes();
        List<Address> addresses = addresses(settings, group);
        Item.Group ssl = group.get("ssl") instanceof Item.Group given ? given : Item.Group.empty(group.place());
        Optional<TlsPlan> tls = tls(settings.ssl(), ssl);
        if (reading.findings().mistakes() > before) {
            return Optional.empty();
        }
        warnOpen(addresses, tls, group);
        return Optional.of(
                new ServerPlan(addresses, tls, strictMode, inflight(settings, group), settings.maxConnections()));
    }

    /** @param written the group under {@code server} at the root */
    Optional<ServerPlan> old(Item.Group written, boolean strictMode) {
        Item.Group group = withoutEmptyTexts(reading.variables().expand(written, "server"));
        Optional<OldServerSettings> bound = reading.binder().bind(OldServerSettings.class, group, "server", Set.of());
        if (bound.isEmpty()) {
            return Optional.empty();
        }
        OldServerSettings old = bound.get();
        int before = reading.findings().mistakes();
        Optional<TlsPlan> tls = Optional.empty();
        if (old.tls()) {
            Optional<String> certificate = pem(old.cert(), group, "server", "cert", false);
            Optional<String> key = pem(old.key(), group, "server", "key", true);
            if (certificate.isEmpty() || key.isEmpty()) {
                missing(group, "server", certificate.isEmpty() ? "cert" : "key", "TLS needs it.");
            }
            tls = certificate.flatMap(
                    chain -> key.map(secret -> new TlsPlan(chain, secret, List.of(), ClientAuthentication.NONE)));
        }
        if (reading.findings().mistakes() > before) {
            return Optional.empty();
        }
        ServerSettings defaults = reading.binder()
                .bind(ServerSettings.class, Item.Group.empty(group.place()), PATH, Set.of())
                .orElseThrow();
        return Optional.of(new ServerPlan(
                List.of(new Address.Tcp("localhost", old.port())),
                tls,
                strictMode || old.strictMode(),
                inflight(defaults, group),
                defaults.maxConnections()));
    }

    private List<Address> addresses(ServerSettings settings, Item.Group group) {
        Item given = group.get("server");
        Place place = given == null ? group.place() : given.place();
        boolean secret = given != null && given.secret();
        List<Address> addresses = new ArrayList<>();
        for (String text : settings.server()) {
            try {
                Address address = Addresses.read(text, reading.folders().data());
                if (!addresses.contains(address)) {
                    addresses.add(address);
                }
            } catch (IllegalArgumentException broken) {
                String shown = Wording.quoted(secret ? Wording.HIDDEN : text);
                reading.findings().mistake(place, PATH + ".server: " + shown + " " + broken.getMessage() + ".");
            }
        }
        if (settings.server().isEmpty()) {
            reading.findings().mistake(place, PATH + ".server must have an address, such as unix:///run/slipway.sock.");
        }
        return addresses;
    }

    private Optional<TlsPlan> tls(ServerSettings.Ssl ssl, Item.Group group) {
        String path = PATH + ".ssl";
        boolean any = ssl.certificate().isPresent() || ssl.key().isPresent();
        if (!ssl.enabled().orElse(any)) {
            return Optional.empty();
        }
        Optional<String> certificate = pem(ssl.certificate(), group, path, "certificate", false);
        Optional<String> key = pem(ssl.key(), group, path, "key", true);
        List<String> authorities = new ArrayList<>();
        for (String authority : ssl.certificateAuthorities()) {
            pem(Optional.of(authority), group, path, "certificate_authorities", false)
                    .ifPresent(authorities::add);
        }
        ClientAuthentication authentication = ssl.clientAuthentication()
                .orElse(authorities.isEmpty() ? ClientAuthentication.NONE : ClientAuthentication.REQUIRED);
        if (authentication != ClientAuthentication.NONE
                && ssl.certificateAuthorities().isEmpty()) {
            missing(group, path, "certificate_authorities", "Without it no client's certificate can be checked.");
        }
        if (ssl.certificate().isEmpty()) {
            missing(group, path, "certificate", "TLS needs it and key.");
        }
        if (ssl.key().isEmpty()) {
            missing(group, path, "key", "TLS needs it and certificate.");
        }
        return certificate.flatMap(chain -> key.map(secret -> new TlsPlan(chain, secret, authorities, authentication)));
    }

    private void missing(Item.Group group, String path, String key, String why) {
        reading.findings().mistake(group.place(), path + "." + key + " is missing. " + why);
    }

    /** PEM as it is; otherwise the absolute path of a file that can be read. Relative ones lie beside the configuration. */
    private Optional<String> pem(Optional<String> value, Item.Group group, String path, String key, boolean secret) {
        if (value.isEmpty()) {
            return Optional.empty();
        }
        String text = value.get().trim();
        if (text.startsWith("-")) {
            return Optional.of(text);
        }
        Item item = group.get(key);
        boolean hidden = item != null && item.secret();
        String shown = Wording.quoted(hidden || secret && text.contains("\n") ? Wording.HIDDEN : text);
        try {
            Path file = reading.folders().config().resolve(text).normalize();
            if (Files.isReadable(file) && !Files.isDirectory(file)) {
                return Optional.of(file.toString());
            }
        } catch (InvalidPathException e) {
            shown = Wording.quoted(Wording.HIDDEN);
        }
        reading.findings()
                .mistake(
                        item == null ? group.place() : item.place(),
                        path + "." + key + ": " + shown + " is neither PEM nor a file that can be read.");
        return Optional.empty();
    }

    private void warnOpen(List<Address> addresses, Optional<TlsPlan> tls, Item.Group group) {
        if (tls.isEmpty()) {
            addresses.stream()
                    .filter(address -> !Addresses.isLocal(address))
                    .forEach(address -> reading.findings()
                            .notice(
                                    group.get("server").place(),
                                    PATH + ".server: " + Wording.quoted(address.toString())
                                            + " can be reached by other machines, without TLS."));
        }
    }

    private long inflight(ServerSettings settings, Item.Group group) {
        long most = reading.heap() / 4;
        long wanted = settings.maxInflightBytes().bytes();
        Item given = group.get("max_inflight_bytes");
        if (wanted > most && given != null) {
            reading.findings()
                    .notice(
                            given.place(),
                            PATH + ".max_inflight_bytes: "
                                    + Wording.quoted(settings.maxInflightBytes().toString())
                                    + " is more than a quarter of the heap; "
                                    + ByteSize.ofBytes(most) + " are used.");
        }
        return Math.min(wanted, most);
    }

    private Item.Group withoutIdleSslKeys(Item.Group group) {
        if (!(group.get("ssl") instanceof Item.Group ssl)) {
            return group;
        }
        SSL_WITHOUT_EFFECT.forEach(key -> {
            if (ssl.get(key) != null) {
                reading.findings().notice(ssl.get(key).place(), PATH + ".ssl." + key + " is without effect here.");
            }
        });
        Item.Group result = group.without(List.of());
        result.items().put("ssl", withoutEmptyTexts(ssl.without(SSL_WITHOUT_EFFECT)));
        return result;
    }

    /** The Elastic shipper's default for a text is the empty text, which its files show. */
    private static Item.Group withoutEmptyTexts(Item.Group group) {
        Item.Group result = Item.Group.empty(group.place());
        group.items().forEach((key, item) -> {
            boolean empty = item instanceof Item.Scalar scalar && scalar.text().isBlank();
            result.items().put(key, empty ? new Item.Nothing(item.place()) : item);
        });
        return result;
    }
}
