package io.slipway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CallsTest {

    private final Calls calls = new Calls();

    @Test
    void interruptsTheCallUnderWayAndHasItsCode() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Integer> returned = new CompletableFuture<>();
        new Thread(() -> returned.complete(calls.call(() -> untilInterrupted(begun)))).start();
        begun.await();

        assertThat(calls.end()).hasValue(5);
        assertThat(returned.get(10, TimeUnit.SECONDS)).isEqualTo(5);
    }

    @Test
    void beginsNothingOnceTheProcessEnds() throws Exception {
        assertThat(calls.end()).hasValue(0);

        assertThat(calls.call(() -> 9)).isZero();
    }

    @Test
    void leavesTheExitCodeAloneWhenTheCallHadEndedByItself() throws Exception {
        calls.call(() -> 9);

        assertThat(calls.end()).isEmpty();
    }

    private static int untilInterrupted(CountDownLatch begun) {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
            return 1;
        } catch (InterruptedException e) {
            return 5;
        }
    }
}
