package io.slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.wire.Event;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class SendCommandTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine line =
            Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void sendsEveryLineInOrderAndSaysSo() throws IOException {
        List<String> lines =
                IntStream.range(0, 3_000).mapToObj(i -> "line " + i).toList();
        Path file = Files.write(folder.resolve("a.log"), lines);

        try (FakeShipper shipper = shipper(true)) {
            assertThat(send(shipper, file, "--dataset", "mine")).isEqualTo(ExitCode.FINE);

            assertThat(shipper.events()).extracting(SendCommandTest::message).isEqualTo(lines);
            assertThat(shipper.events()).allSatisfy(event -> {
                assertThat(event.getDataStream().getDataset()).isEqualTo("mine");
                assertThat(event.getSource().getInputId()).isEqualTo("slipway-send");
            });
            assertThat(out.toString())
                    .isEqualToIgnoringNewLines("3,000 of 3,000 events persisted by " + shipper.address() + ".");
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void namesBadLinesAndSendsTheRest() throws IOException {
        Path file = Files.writeString(
                folder.resolve("b.ndjson"), "{\"message\":\"1\"}\n{\"message\":\n{\"message\":\"3\"}\n7\n");

        try (FakeShipper shipper = shipper(true)) {
            assertThat(send(shipper, file)).isEqualTo(ExitCode.OTHER);

            assertThat(shipper.events()).extracting(SendCommandTest::message).containsExactly("1", "3");
        }
        assertThat(err.toString().lines())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith(file + ":2: not sent, because "),
                        second ->
                                assertThat(second).isEqualTo(file + ":4: not sent, because it is not a JSON object."));
        assertThat(out.toString()).contains("2 of 2 events persisted").contains("2 lines not sent");
    }

    @Test
    void namesTheLinesThatTheShipperRefuses() throws IOException {
        Path file = Files.writeString(folder.resolve("c.log"), "good\nbad\ngood\n");

        try (FakeShipper shipper = new FakeShipper(
                folder.resolve("s"), true, event -> message(event).equals("bad"))) {
            assertThat(send(shipper, file)).isEqualTo(ExitCode.OTHER);

            assertThat(shipper.events()).extracting(SendCommandTest::message).containsExactly("good", "good");
        }
        assertThat(err.toString()).contains(file + ":2: refused by the shipper (");
        assertThat(out.toString()).contains("2 of 3 events persisted").contains("1 refused");
    }

    @Test
    void givesUpWhenNothingIsEverPersisted() throws IOException {
        Path file = Files.writeString(folder.resolve("d.log"), "one\n");

        try (FakeShipper shipper = shipper(false)) {
            assertThat(send(shipper, file, "--timeout", "500ms")).isEqualTo(ExitCode.OTHER);
        }
        assertThat(out.toString()).contains("0 of 1 events persisted");
        assertThat(err.toString()).contains("gave up");
    }

    @Test
    void saysThatNobodyAnswers() throws IOException {
        Path file = Files.writeString(folder.resolve("e.log"), "one\n");

        int code = line.execute(
                "send", "--server", "unix://" + folder.resolve("none"), "--timeout", "1s", file.toString());

        assertThat(code).isEqualTo(ExitCode.OTHER);
        assertThat(err.toString()).contains("does not take events");
    }

    private FakeShipper shipper(boolean persists) throws IOException {
        return new FakeShipper(folder.resolve("s"), persists, event -> false);
    }

    private int send(FakeShipper shipper, Path file, String... options) {
        List<String> arguments = new ArrayList<>(List.of("send", "--server", shipper.address()));
        arguments.addAll(List.of(options));
        arguments.add(file.toString());
        return line.execute(arguments.toArray(String[]::new));
    }

    private static String message(Event event) {
        return event.getFields().getDataOrThrow("message").getStringValue();
    }
}
