package io.slipway.pipeline;

import io.slipway.core.config.Section;

/** Settings for what has none, and the part of a file that makes them. */
record NoSettings() {

    static final Section SECTION = new Section() {
        @Override
        public String path() {
            return "outputs.test";
        }

        @Override
        public <S extends Record> S bind(Class<S> settings) {
            return settings.cast(new NoSettings());
        }
    };
}
