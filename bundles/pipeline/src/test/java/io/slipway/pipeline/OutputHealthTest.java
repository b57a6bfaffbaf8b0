package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.slipway.api.plugin.Health;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutputHealthTest {

    private static final Health AWAY = Health.failed("cannot reach es1:9200");

    private final Logger logger = (Logger) LoggerFactory.getLogger(OutputHealth.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private long now;
    private final OutputHealth health = new OutputHealth("archive", () -> 12, () -> now);

    @BeforeEach
    void setUp() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void tearDown() {
        logger.detachAppender(log);
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void goingAndComingBackAreOneLineEach() {
        health.trouble(0, AWAY);
        pass(Duration.ofSeconds(100));
        health.trouble(0, AWAY);
        health.trouble(0, AWAY);
        pass(Duration.ofSeconds(150));
        health.well(0);
        health.well(0);

        assertThat(lines())
                .containsExactly(
                        "output archive: cannot reach es1:9200. Trying again; 12 events wait.",
                        "output archive: delivers again after 4m 10s. waiting=12 attempts=3");
    }

    @Test
    void isInTroubleUntilEverySenderIsWell() {
        health.trouble(0, AWAY);
        health.trouble(1, Health.degraded("busy"));
        health.well(0);

        assertThat(health.now()).isEqualTo(Health.degraded("busy"));
        health.well(1);
        assertThat(health.now()).isEqualTo(Health.HEALTHY);
    }

    @Test
    void flappingIsNotTold() {
        for (int i = 0; i < 100; i++) {
            health.trouble(0, AWAY);
            health.well(0);
        }

        assertThat(lines()).hasSize(2);
    }

    @Test
    void aNewReasonIsToldButNotTooOften() {
        health.trouble(0, AWAY);
        health.trouble(0, Health.failed("wrong password"));
        int before = lines().size();
        pass(Duration.ofSeconds(11));
        health.trouble(0, Health.failed("wrong password"));

        assertThat(before).isEqualTo(1);
        assertThat(lines()).hasSize(2).last().asString().contains("wrong password");
    }

    @Test
    void whatAPluginSaysOfItselfCountsUntilItIsClosed() {
        health.says(0, Health.degraded("one of three hosts is away"));
        Health said = health.now();
        health.closed(0);

        assertThat(said.reason()).isEqualTo("one of three hosts is away");
        assertThat(health.now()).isEqualTo(Health.HEALTHY);
    }
}
