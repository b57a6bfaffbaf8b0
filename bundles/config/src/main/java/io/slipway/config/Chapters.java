package io.slipway.config;

import io.slipway.core.config.DeliveryPlan;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.plugin.Plugins;
import java.util.ArrayList;
import java.util.List;

/** All sections that a configuration can have with the plugins that are there: the host's, then each plugin's. */
final class Chapters {

    private Chapters() {}

    /** Whose settings a chapter has. */
    enum Kind {
        SHIPPER,
        SERVER,
        DELIVERY,
        QUEUE,
        OUTPUT,
        ENCODER
    }

    /**
     * The settings of one section.
     *
     * @param word the plugin's word; empty for the host's own sections
     */
    record Chapter(Kind kind, String word, List<SettingsModel> models) {
        List<SettingEntry> entries() {
            return models.stream().flatMap(model -> model.entries().stream()).toList();
        }
    }

    /** All, always in the same order. */
    static List<Chapter> of(Plugins plugins) {
        List<Chapter> chapters = new ArrayList<>();
        chapters.add(chapter(Kind.SHIPPER, "", ShipperSettings.class, PipelinePlan.class));
        chapters.add(chapter(Kind.SERVER, "", ServerSettings.class));
        chapters.add(chapter(Kind.DELIVERY, "", DeliveryPlan.class));
        plugins.installed(Plugins.Kind.QUEUE).stream()
                .sorted()
                .forEach(word -> plugins.queue(word)
                        .ifPresent(factory -> chapters.add(chapter(Kind.QUEUE, word, factory.settings()))));
        plugins.installed(Plugins.Kind.OUTPUT).stream()
                .sorted()
                .forEach(word -> plugins.output(word)
                        .ifPresent(factory -> chapters.add(chapter(Kind.OUTPUT, word, factory.settings()))));
        plugins.installed(Plugins.Kind.ENCODER).stream()
                .sorted()
                .forEach(word -> plugins.encoder(word)
                        .ifPresent(factory -> chapters.add(chapter(Kind.ENCODER, word, factory.settings()))));
        return chapters;
    }

    /** Those of one kind. */
    static List<Chapter> of(Plugins plugins, Kind kind) {
        return of(plugins).stream().filter(chapter -> chapter.kind() == kind).toList();
    }

    @SafeVarargs
    private static Chapter chapter(Kind kind, String word, Class<? extends Record>... types) {
        List<SettingsModel> models = new ArrayList<>();
        for (Class<? extends Record> type : types) {
            models.add(SettingsModel.of(type));
        }
        return new Chapter(kind, word, models);
    }
}
