package io.slipway.core.config;

/**
 * A part of the configuration that belongs to a plugin, kept as it was written until that plugin is there. Immutable;
 * two are equal if they would give equal settings.
 */
public interface Section {

    /** Where it stands, as the user would write it, such as {@code outputs.archive}. */
    String path();

    /**
     * Makes the settings of it.
     *
     * @throws InvalidConfiguration with everything that is wrong in this section
     */
    <S extends Record> S bind(Class<S> settings) throws InvalidConfiguration;
}
