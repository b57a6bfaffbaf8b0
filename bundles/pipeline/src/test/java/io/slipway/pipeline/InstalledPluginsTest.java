package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.core.plugin.Plugins.Kind;
import io.slipway.pipeline.InstalledPlugins.Offer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Version;

class InstalledPluginsTest {

    private final InstalledPlugins plugins = new InstalledPlugins();

    private ScriptedOutput offer(int ranking, String version, long order) {
        ScriptedOutput output = ScriptedOutput.willing();
        plugins.add(new Offer(Kind.OUTPUT, "scripted", output, ranking, Version.valueOf(version), order));
        return output;
    }

    @Test
    void theHighestRankingServes() {
        offer(0, "9.0.0", 1);
        ScriptedOutput best = offer(5, "1.0.0", 2);
        offer(1, "9.0.0", 3);

        assertThat(plugins.output("scripted")).contains(best);
    }

    @Test
    void ofEqualRankingTheHighestVersionServes() {
        offer(0, "1.9.0", 1);
        ScriptedOutput best = offer(0, "1.10.0", 2);

        assertThat(plugins.output("scripted")).contains(best);
    }

    @Test
    void ofEqualVersionTheOneThatWasThereFirstServes() {
        ScriptedOutput best = offer(0, "1.0.0", 1);
        offer(0, "1.0.0", 2);

        assertThat(plugins.output("scripted")).contains(best);
    }

    @Test
    void theNextBestTakesOver() {
        ScriptedOutput second = offer(0, "1.0.0", 1);
        ScriptedOutput best = offer(0, "2.0.0", 2);

        plugins.remove(best);

        assertThat(plugins.output("scripted")).contains(second);
    }

    @Test
    void tellsListenersUntilTheyHaveEnough() {
        List<Boolean> seen = new ArrayList<>();
        Runnable end =
                plugins.onChange(() -> seen.add(plugins.output("scripted").isPresent()));

        ScriptedOutput output = offer(0, "1.0.0", 1);
        plugins.remove(output);
        end.run();
        offer(0, "1.0.0", 1);

        assertThat(seen).containsExactly(true, false);
        assertThat(plugins.installed(Kind.OUTPUT)).containsExactly("scripted");
    }
}
