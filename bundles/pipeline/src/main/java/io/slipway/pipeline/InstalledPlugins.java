package io.slipway.pipeline;

import io.slipway.api.output.OutputFactory;
import io.slipway.api.queue.QueueFactory;
import io.slipway.api.serializer.EncoderFactory;
import io.slipway.api.serializer.Serializer;
import io.slipway.core.plugin.Plugins;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.Version;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugins that bundles have registered. Of several for one word the highest service ranking serves, then the highest
 * bundle version, then the one that came first.
 *
 * <p>The framework binds and unbinds on its own threads; listeners run there, so an unbind returns only after those who
 * used the plugin have let go of it, or their patience has ended.
 */
@Component(service = Plugins.class)
public final class InstalledPlugins implements Plugins {

    private static final Logger LOG = LoggerFactory.getLogger(InstalledPlugins.class);
    private static final Comparator<Offer> BEST_FIRST = Comparator.comparingInt(Offer::ranking)
            .thenComparing(Offer::version)
            .reversed()
            .thenComparingLong(Offer::order);

    private final List<Offer> offers = new ArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Map<Kind, Map<String, Object>> serving = serving(List.of());

    @Override
    public Optional<OutputFactory<?>> output(String type) {
        return Optional.ofNullable((OutputFactory<?>) serving.get(Kind.OUTPUT).get(type));
    }

    @Override
    public Optional<QueueFactory<?>> queue(String type) {
        return Optional.ofNullable((QueueFactory<?>) serving.get(Kind.QUEUE).get(type));
    }

    @Override
    public Optional<EncoderFactory<?>> encoder(String id) {
        return Optional.ofNullable((EncoderFactory<?>) serving.get(Kind.ENCODER).get(id));
    }

    @Override
    public Optional<Serializer> serializer(String id) {
        return Optional.ofNullable((Serializer) serving.get(Kind.SERIALIZER).get(id));
    }

    @Override
    public Set<String> installed(Kind kind) {
        return new TreeSet<>(serving.get(kind).keySet());
    }

    @Override
    public Runnable onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Reference(
            service = OutputFactory.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void bindOutput(OutputFactory<?> factory, ServiceReference<?> reference) {
        bind(Kind.OUTPUT, factory::type, factory, reference);
    }

    void unbindOutput(OutputFactory<?> factory) {
        remove(factory);
    }

    @Reference(
            service = QueueFactory.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void bindQueue(QueueFactory<?> factory, ServiceReference<?> reference) {
        bind(Kind.QUEUE, factory::type, factory, reference);
    }

    void unbindQueue(QueueFactory<?> factory) {
        remove(factory);
    }

    @Reference(
            service = EncoderFactory.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void bindEncoder(EncoderFactory<?> factory, ServiceReference<?> reference) {
        bind(Kind.ENCODER, factory::id, factory, reference);
    }

    void unbindEncoder(EncoderFactory<?> factory) {
        remove(factory);
    }

    @Reference(
            service = Serializer.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void bindSerializer(Serializer serializer, ServiceReference<?> reference) {
        bind(Kind.SERIALIZER, serializer::id, serializer, reference);
    }

    void unbindSerializer(Serializer serializer) {
        remove(serializer);
    }

    private void bind(Kind kind, Supplier<String> word, Object plugin, ServiceReference<?> reference) {
        String given;
        try {
            given = word.get();
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("plugin {}: cannot say its name and is left out.", PluginBundle.of(plugin), e);
            return;
        }
        int ranking = reference.getProperty(Constants.SERVICE_RANKING) instanceof Integer rank ? rank : 0;
        long order = reference.getProperty(Constants.SERVICE_ID) instanceof Long id ? id : 0;
        add(new Offer(kind, given, plugin, ranking, reference.getBundle().getVersion(), order));
    }

    void add(Offer offer) {
        synchronized (offers) {
            offers.add(offer);
            serving = serving(offers);
        }
        listeners.forEach(Runnable::run);
    }

    void remove(Object plugin) {
        synchronized (offers) {
            offers.removeIf(offer -> offer.plugin() == plugin);
            serving = serving(offers);
        }
        listeners.forEach(Runnable::run);
    }

    private static Map<Kind, Map<String, Object>> serving(List<Offer> offers) {
        Map<Kind, Map<String, Object>> best = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            best.put(kind, new TreeMap<>());
        }
        offers.stream()
                .sorted(BEST_FIRST)
                .forEach(offer -> best.get(offer.kind()).putIfAbsent(offer.word(), offer.plugin()));
        return best;
    }

    /** One plugin that is there, and what decides whether it serves. */
    record Offer(Kind kind, String word, Object plugin, int ranking, Version version, long order) {}
}
