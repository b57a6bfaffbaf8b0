package io.slipway.launcher;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the framework's own log to slf4j. */
final class FrameworkLog extends org.apache.felix.framework.Logger {

    private static final Logger LOG = LoggerFactory.getLogger("org.apache.felix.framework");

    @Override
    protected void doLog(int level, String message, Throwable error) {
        if (level == LOG_ERROR && message.contains("Error starting")) {
            LOG.debug(message, error); // told once already, as a framework event
        } else if (level == LOG_ERROR) {
            LOG.error(message, error);
        } else if (level == LOG_WARNING) {
            LOG.warn(message, error);
        } else {
            LOG.debug(message, error);
        }
    }
}
