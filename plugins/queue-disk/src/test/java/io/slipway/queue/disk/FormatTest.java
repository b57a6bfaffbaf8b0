package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a queue wrote once it reads for ever: the folders of resources/format-1 were written by the first version, each
 * with the events 0 to 59, of which the cursor {@code one} has finished 0 to 9 and 20 to 29. They are never made anew; a
 * later format gets folders of its own beside them. S21.
 */
class FormatTest {

    private static final Path FOLDERS = Path.of("src", "test", "resources", "format-1");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"plain", "zstd", "lz4-sealed"})
    void readsWhatTheFirstVersionWrote(String form) throws Exception {
        Path queue = Numbered.copy(FOLDERS.resolve(form), folder.resolve(form));

        try (DiskQueue opened = Queues.open(settings(form), queue, Queues.ROOMY, new LocalDisk())) {
            assertThat(opened.parked()).singleElement().satisfies(parked -> {
                assertThat(parked.name()).isEqualTo("one");
                assertThat(parked.position()).isEqualTo(10);
                assertThat(parked.backlog()).isEqualTo(40);
            });
            Cursor cursor = opened.cursor("one", Start.END);
            List<Integer> got = Numbered.drain(cursor);

            List<Integer> left = new ArrayList<>(Numbered.range(10, 20));
            left.addAll(Numbered.range(30, 60));
            assertThat(got).isEqualTo(left);
            assertThat(cursor.lost()).isZero();
            assertThat(Numbered.append(opened, 60, 1)).isEqualTo(61);
        }
    }

    @Test
    void isThereInAllForms() {
        assertThat(FOLDERS.resolve("plain")).isNotEmptyDirectory();
        assertThat(FOLDERS.resolve("zstd")).isNotEmptyDirectory();
        assertThat(FOLDERS.resolve("lz4-sealed")).isNotEmptyDirectory();
        assertThat(Files.exists(FOLDERS.resolve("plain").resolve("reserve"))).isFalse();
    }

    static DiskQueueSettings settings(String form) {
        return switch (form) {
            case "zstd" -> Queues.settings(Compression.ZSTD, List.of(), Durability.SYNC);
            case "lz4-sealed" ->
                Queues.settings(Compression.LZ4, List.of(Queues.key("one", Queues.KEY)), Durability.SYNC);
            default -> Queues.plain();
        };
    }
}
