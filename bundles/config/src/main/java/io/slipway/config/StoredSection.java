package io.slipway.config;

import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.Section;
import io.slipway.core.plugin.Plugins;
import java.util.Optional;
import java.util.Set;

/** A section as it was written, its variables replaced. */
final class StoredSection implements Section {

    private final String path;
    private final Item.Group content;
    private final Folders folders;
    private final Plugins plugins;

    StoredSection(String path, Item.Group content, Folders folders, Plugins plugins) {
        this.path = path;
        this.content = content;
        this.folders = folders;
        this.plugins = plugins;
    }

    @Override
    public String path() {
        return path;
    }

    Item.Group content() {
        return content;
    }

    @Override
    public <S extends Record> S bind(Class<S> settings) throws InvalidConfiguration {
        Findings findings = new Findings();
        Binder binder = new Binder(findings, plugins, MissingPlugin.PROBLEM, folders);
        Optional<S> bound = binder.bind(settings, content, path, Set.of());
        findings.refuseMistakes();
        return bound.orElseThrow();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredSection that
                && that.content.equals(content)
                && that.folders.data().equals(folders.data());
    }

    @Override
    public int hashCode() {
        return content.hashCode();
    }

    /** Without the content, which may have secrets. */
    @Override
    public String toString() {
        return path;
    }
}
