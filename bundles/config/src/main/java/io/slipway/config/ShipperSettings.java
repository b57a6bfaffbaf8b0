package io.slipway.config;

import io.slipway.api.config.Setting;

/** Single settings that stand under {@code shipper} itself, beside those of the pipeline. */
record ShipperSettings(
        @Setting(value = "Whether every event must have a timestamp, a source and a data stream.", byDefault = "false")
        boolean strictMode) {}
