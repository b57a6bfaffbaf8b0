package io.slipway.queue.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.slipway.api.plugin.Health;
import io.slipway.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

    private static final int MANY = 1 << 25;

    @TempDir
    Path folder;

    private final AtomicLong bound = new AtomicLong();
    private TestContext context;

    @BeforeEach
    void makeContext() {
        context = TestContext.in(folder);
    }

    @Test
    void goOnWhereACleanStopLeftThem() throws Exception {
        Ids first = open();
        first.next(10);
        first.close(first.last());

        assertThat(open().next(1)).isEqualTo(11);
    }

    @Test
    void skipAllThatWasReservedAfterACrash() throws Exception {
        long last = open().next(1_000_000) + 999_999;

        long next = open().next(1);

        assertThat(next).isGreaterThan(last).isEqualTo((1L << 26) + 1);
    }

    @Test
    void areReservedBeforeTheyRunOut() throws Exception {
        Ids ids = open();
        ids.next(MANY);
        ids.next(1);

        assertThat(ids.has(1)).isTrue();

        await().until(() -> bound.get() == 2L << 26);
        assertThat(open().next(1)).isEqualTo((2L << 26) + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ids", "ids 12 0\n", "ids 67108864 8d5c8f6b", "\u0000\u0000\u0000\u0000", "ids -1 0\n"})
    void jumpToTheTimeOfDayIfTheirFileIsDamaged(String content) throws Exception {
        Files.writeString(folder.resolve("ids"), content);

        long next = open().next(1);

        assertThat(next).isEqualTo(context.clock().millis() * 1000 + 1);
        assertThat(folder.resolve("ids.damaged-" + context.clock().millis())).hasContent(content);
    }

    @Test
    void jumpToTheTimeOfDayIfACrashCameBeforeAGoodFileTookTheDamagedOnesPlace() throws Exception {
        Files.writeString(folder.resolve("ids.damaged-1"), "?");

        assertThat(open().next(1)).isEqualTo(context.clock().millis() * 1000 + 1);
    }

    @Test
    void areNotGivenIfTheyCannotBeKept() throws Exception {
        Files.createDirectories(folder.resolve("ids.tmp"));

        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot keep the highest id (")
                .hasMessageEndingWith("Free space or mend the rights of its folder.");
    }

    @Test
    void areWaitedForWhileTheyCannotBeKept() throws Exception {
        Ids ids = open();
        Path obstacle = Files.createDirectories(folder.resolve("ids.tmp"));
        ids.next(MANY);
        ids.next(MANY);

        assertThat(ids.has(1)).isFalse();
        await().until(() -> context.time().scheduler().waiting() == 1);
        assertThat(context.healths())
                .singleElement()
                .satisfies(health -> assertThat(health.state()).isEqualTo(Health.State.DEGRADED));
        Files.delete(obstacle);
        context.time().advance(Duration.ofSeconds(1));

        await().until(() -> bound.get() > 0);
        ids.reserved(bound.get());
        assertThat(ids.has(1)).isTrue();
        assertThat(context.healths()).endsWith(Health.HEALTHY);
    }

    @Test
    void leaveNothingButTheirFile() throws Exception {
        Ids ids = open();
        ids.close(ids.last());

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly("ids");
        }
    }

    private Ids open() throws IOException {
        return Ids.open(context, bound::set);
    }
}
