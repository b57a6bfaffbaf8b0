package io.slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.event.Content;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestSerializerTest {

    @Test
    void readsBackWhatItWrote() {
        TestSerializer serializer = new TestSerializer();
        List<Content> contents = Events.contents();

        assertThat(contents)
                .allSatisfy(content ->
                        assertThat(serializer.read(serializer.write(content))).isEqualTo(content));
    }
}
