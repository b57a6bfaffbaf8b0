package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.config.ByteSize;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.core.config.PipelinePlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLettersTest {

    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");
    private static final PipelinePlan.DeadLetters BOUNDS =
            new PipelinePlan.DeadLetters(ByteSize.ofMebibytes(2), ByteSize.ofMebibytes(1));

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void setUp() {
        folder = temporary.resolve("dead-letters/archive");
    }

    private static DeadLetter letter(long id, String text) {
        Event event = Event.ofBytes(
                new EventId(id, 0), new PlainSerializer(), ByteSlice.of(text.getBytes(StandardCharsets.UTF_8)));
        return DeadLetter.of(event, "archive", "mapping", 4, TIME);
    }

    @Test
    void writesTheExactEventAndAReadableFormInOneLine() throws Exception {
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            letters.write(List.of(letter(7, "caf\u00e9 \"x\"\n")), false);
        }

        assertThat(Files.readAllLines(folder.resolve("000001.ndjson")))
                .containsExactly("{\"time\":\"2026-01-02T03:04:05Z\",\"output\":\"archive\",\"id\":7,\"child\":0,"
                        + "\"reason\":\"mapping\",\"attempts\":4,"
                        + "\"event\":{\"fields\":{\"message\":\"caf\u00e9 \\\"x\\\"\\n\"}},\"serializer\":\"plain\",\"raw\":\""
                        + Base64.getEncoder().encodeToString("caf\u00e9 \"x\"\n".getBytes(StandardCharsets.UTF_8))
                        + "\"}");
    }

    @Test
    void whatIsWrittenIsReadBack() throws Exception {
        DeadLetter written = letter(7, "hello");

        DeadLetter read = DeadLetter.parse(written.line());

        assertThat(read.id()).isEqualTo(written.id());
        assertThat(read.raw()).isEqualTo(written.raw());
        assertThat(read.reason()).isEqualTo("mapping");
        assertThat(read.serializer()).isEqualTo("plain");
        assertThat(read.time()).isEqualTo(TIME);
    }

    @Test
    void anUnreadableEventHasItsBytesAlone() throws Exception {
        DeadLetter letter =
                DeadLetter.unreadable(3, ByteSlice.of(new byte[] {(byte) 0xff, 1}), "fields: no kind", TIME);

        assertThat(new String(letter.line(), StandardCharsets.UTF_8))
                .doesNotContain("\"event\"", "serializer")
                .contains("\"raw\":\"/wE=\"");
    }

    @Test
    void onlyTheOwnerReadsThem() throws Exception {
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            letters.write(List.of(letter(1, "a")), false);
        }

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("000001.ndjson"))))
                .isEqualTo("rw-------");
    }

    @Test
    void startsANewFileBeforeOneGrowsPastItsSize() throws Exception {
        String large = "x".repeat(200_000);
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            for (int i = 1; i <= 4; i++) {
                letters.write(List.of(letter(i, large)), false);
            }
        }

        List<LetterFile> files = LetterFile.in(folder);
        assertThat(files).hasSize(2);
        assertThat(files.get(0).size()).isLessThanOrEqualTo(1 << 20);
        assertThat(Rig.letters(folder))
                .extracting(letter -> letter.id().queueId())
                .containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aFullFolderTakesNoMoreAndLosesNothing() throws Exception {
        String large = "x".repeat(200_000);
        int written = 0;
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            for (int i = 1; i <= 4; i++) {
                written += letters.write(List.of(letter(i, large)), false);
            }
            assertThatThrownBy(() -> letters.write(List.of(letter(5, large)), false))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("full (2MiB)");
            written += letters.write(List.of(letter(6, large)), true);
        }

        assertThat(Rig.letters(folder)).hasSize(written);
    }

    @Test
    void hasRoomAgainOnceSomeoneRemovedFiles() throws Exception {
        String large = "x".repeat(200_000);
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            for (int i = 1; i <= 4; i++) {
                letters.write(List.of(letter(i, large)), false);
            }
            for (LetterFile file : LetterFile.in(folder)) {
                Files.delete(file.path());
            }
            letters.write(List.of(letter(5, large)), false);
        }

        assertThat(Rig.letters(folder))
                .extracting(letter -> letter.id().queueId())
                .containsExactly(5L);
    }

    @Test
    void aSingleLetterLargerThanTheBoundFitsIntoAnEmptyFolder() throws Exception {
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            letters.write(List.of(letter(1, "x".repeat(3_000_000))), false);
        }

        assertThat(Rig.letters(folder)).hasSize(1);
    }

    @Test
    void cutsOffTheHalfLineThatACrashLeft() throws Exception {
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            letters.write(List.of(letter(1, "a")), false);
        }
        Files.writeString(folder.resolve("000001.ndjson"), "{\"time\":\"2026", StandardOpenOption.APPEND);

        assertThat(Rig.letters(folder)).hasSize(1);
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            letters.write(List.of(letter(2, "b")), false);
        }

        assertThat(Rig.texts(Rig.letters(folder))).containsExactly("a", "b");
    }

    @Test
    void anInterruptedThreadWritesAllTheSame() throws Exception {
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            Thread.currentThread().interrupt();
            letters.write(List.of(letter(1, "a")), false);
            letters.write(List.of(letter(2, "b")), false);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThat(Rig.letters(folder)).hasSize(2);
    }

    @Test
    void hasRoomAgainOnceSomeoneMovedTheOldestFileAway() throws Exception {
        String large = "x".repeat(200_000);
        try (DeadLetters letters = new DeadLetters(folder, BOUNDS, Sealing.CLEAR)) {
            for (int i = 1; i <= 4; i++) {
                letters.write(List.of(letter(i, large)), false);
            }
            assertThat(letters.hasRoomFor(400_000, 1)).isFalse();
            Files.delete(LetterFile.in(folder).get(0).path());

            assertThat(letters.hasRoomFor(400_000, 1)).isTrue();
            letters.write(List.of(letter(5, large)), false);
        }

        assertThat(Rig.letters(folder))
                .extracting(letter -> letter.id().queueId())
                .containsExactly(3L, 4L, 5L);
    }
}
