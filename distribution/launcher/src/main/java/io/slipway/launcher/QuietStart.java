package io.slipway.launcher;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;

/** Keeps Logback from looking for files and from logging anything until {@link Logging} has said where to. */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class QuietStart extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
