package io.slipway.ingest.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetTest {

    private final Budget budget = new Budget(100);
    private final List<String> granted = new ArrayList<>();

    @Test
    void grantsAtOnceWhatIsFree() {
        Budget.Share share = ask(60, "a");

        assertThat(share.granted()).isTrue();
        assertThat(granted).isEmpty();
        assertThat(budget.free()).isEqualTo(40);
    }

    @Test
    void keepsTheOrderOfArrivalEvenIfALaterOneWouldFit() {
        Budget.Share first = ask(60, "a");
        ask(50, "b");
        Budget.Share small = ask(10, "c");
        assertThat(small.granted()).isFalse();

        first.release();

        assertThat(granted).containsExactly("b", "c");
        assertThat(budget.free()).isEqualTo(40);
    }

    @Test
    void letsOthersPassWhenTheFirstInLineLeaves() {
        ask(60, "a");
        Budget.Share large = ask(50, "b");
        ask(10, "c");

        large.release();

        assertThat(granted).containsExactly("c");
        assertThat(budget.free()).isEqualTo(30);
    }

    @Test
    void givesBackNoMoreThanWasTaken() {
        Budget.Share share = ask(60, "a");

        share.shrink(20);
        share.shrink(50);
        share.release();
        share.release();

        assertThat(budget.free()).isEqualTo(100);
    }

    private Budget.Share ask(long bytes, String name) {
        return budget.ask(bytes, () -> granted.add(name));
    }
}
