package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataFolderTest {

    @TempDir
    Path root;

    @ParameterizedTest
    @ValueSource(strings = {"archive", "a.b", "..", "../../etc", "intake", "caf\u00e9", "a b", "100%", ""})
    void noNameLeavesTheFolder(String name) {
        DataFolder data = new DataFolder(root);

        Path letters = data.deadLetters(name);

        if (!name.isEmpty()) {
            assertThat(letters.normalize().getParent()).isEqualTo(data.deadLetters());
            assertThat(letters).isNotEqualTo(data.intakeLetters());
        }
        assertThat(DataFolder.unescaped(letters.getFileName().toString()))
                .isEqualTo(name.isEmpty() ? "dead-letters" : name);
    }

    @Test
    void isOneShippersAtATime() throws Exception {
        DataFolder data = new DataFolder(root);

        try (FileChannel lock = data.lock()) {
            assertThat(lock.isOpen()).isTrue();
            assertThatThrownBy(data::lock)
                    .isInstanceOf(IOException.class)
                    .hasMessage("The data folder \"" + root + "\" is in use by process "
                            + ProcessHandle.current().pid() + ". Two shippers cannot share one.");
            assertThat(data.owner())
                    .contains(Long.toString(ProcessHandle.current().pid()));
        }

        assertThat(data.owner()).isEmpty();
    }
}
