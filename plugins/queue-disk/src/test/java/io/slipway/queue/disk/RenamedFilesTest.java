package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file whose name is another one of ours still holds the events it holds. */
@Timeout(60)
class RenamedFilesTest {

    @TempDir
    Path root;

    private final Ledger ledger = new Ledger();
    private FilledFolder filled;
    private List<Path> files;

    @BeforeEach
    void setUp() throws Exception {
        filled = new FilledFolder(root, ledger);
        filled.fill(Queues.plain(), false);
        files = filled.segments();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 00000000000fffff.seg",
        "0, 7fffffffffffffff.seg",
        "1, 0000000000000000.seg",
        "2, 00000000000fffff.seg",
        "2, ffffffffffffffff.seg",
        "-1, 0000000000000000.seg",
        "-1, 00000000000fffff.seg",
        "-1, 7fffffffffffffff.seg",
        "-1, 8000000000000000.seg"
    })
    void areReadInTheOrderOfTheirEvents(int file, String name) throws Exception {
        Path path = files.get(file < 0 ? files.size() + file : file);
        Files.move(path, path.resolveSibling(name));

        delivers();
    }

    @Test
    void areReadOnceIfTheyAreThereTwice() throws Exception {
        Files.copy(files.get(1), files.get(1).resolveSibling("0000000000000002.seg"));
        Files.copy(files.get(2), files.get(2).resolveSibling("00000000000ffffe.seg"));

        delivers();
    }

    @Test
    void areReadIfOneIsThereTwiceAndTheSecondIsShort() throws Exception {
        byte[] whole = Files.readAllBytes(files.get(0));
        Files.write(files.get(0).resolveSibling("0000000000000005.seg"), Arrays.copyOf(whole, whole.length / 2));

        delivers();
    }

    @Test
    void areNotWrittenOver() throws Exception {
        Path inTheWay = filled.folder().resolve(String.format("%016x.seg", ledger.lastId() + 1));
        try (DiskQueue queue = open()) {
            Files.writeString(inTheWay, "someone else's");

            ledger.append(queue, 20, 400);
        }

        assertThat(inTheWay).hasContent("someone else's");
    }

    private void delivers() throws Exception {
        try (DiskQueue queue = open()) {
            Cursor one = queue.cursor("one", Start.OLDEST);
            Cursor two = queue.cursor("two", Start.OLDEST);
            ledger.append(queue, 20, 400);
            int left = ledger.open("one").size();
            assertThat(ledger.drain(one, "one")).hasSize(left);
            assertThat(one.lost()).isZero();
            assertThat(ledger.drain(two, "two")).hasSize(ledger.accepted() - 50);
            assertThat(two.lost()).isZero();
            queue.roll();
            ledger.append(queue, 20, 400);
            Awaitility.await()
                    .atMost(10, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(filled.segments()).hasSize(1));
        }
        try (DiskQueue queue = open()) {
            Cursor two = queue.cursor("two", Start.OLDEST);
            assertThat(ledger.drain(two, "two")).hasSize(20);
            assertThat(two.lost()).isZero();
        }
    }

    private DiskQueue open() throws IOException {
        return Queues.open(Queues.plain(), filled.folder(), FilledFolder.LIMITS, new LocalDisk());
    }
}
