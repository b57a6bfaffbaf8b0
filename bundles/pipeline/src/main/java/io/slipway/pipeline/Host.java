package io.slipway.pipeline;

import io.slipway.core.plugin.Plugins;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What every part of a run leans on.
 *
 * @param clock for what is shown and stored; waits are measured otherwise
 * @param scheduler for short tasks that do not block
 * @param patience how long code of a plugin may take to let go before it is fenced off
 */
record Host(
        Plugins plugins,
        DataFolder data,
        InstantSource clock,
        ScheduledExecutorService scheduler,
        Pause pause,
        Duration patience) {}
