package io.slipway.output.discard;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.output.Delivery;
import io.slipway.api.output.Output;
import io.slipway.testkit.Events;
import io.slipway.testkit.SettingsTable;
import io.slipway.testkit.TestContext;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiscardOutputTest {

    @TempDir
    Path folder;

    @Test
    void countsWhatItLetsGo() throws Exception {
        TestContext context = TestContext.in(folder);
        Output output = new DiscardOutputFactory().open(new DiscardOutputSettings(), context);

        Delivery first = output.deliver(Events.events(1, 3));
        output.deliver(Events.events(4, 2));

        assertThat(first).isEqualTo(Delivery.delivered(3));
        assertThat(context.counted("slipway_output_discarded_events_total")).isEqualTo(5);
    }

    @Test
    void isDescribedInTheReadme() throws Exception {
        SettingsTable.assertIn(Path.of("README.md"), DiscardOutputSettings.class);
    }
}
