package io.slipway.output.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.event.Event;
import io.slipway.api.event.Fields;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.api.output.Output;
import io.slipway.testkit.Events;
import io.slipway.testkit.MessageEncoder;
import io.slipway.testkit.OutputContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsoleOutputTest extends OutputContract {

    private final ByteArrayOutputStream console = new ByteArrayOutputStream();

    @Override
    protected Output workingOutput() {
        return outputTo(console);
    }

    @Override
    protected Output cutOffOutput() throws IOException {
        PipedInputStream reader = new PipedInputStream();
        PipedOutputStream pipe = new PipedOutputStream(reader);
        reader.close();
        return outputTo(pipe);
    }

    @Override
    protected List<String> delivered() {
        return console.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void saysThatTheReaderIsGone() throws Exception {
        Output output = cutOffOutput();

        assertThatThrownBy(() -> output.deliver(Events.events(1, 1)))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write to standard output (Pipe closed)");
    }

    @Test
    void leavesNoTraceOfAnEventThatCannotBeEncoded() throws Exception {
        List<Event> batch = List.of(Events.event("a"), Events.event(2, Fields.EMPTY), Events.event("b"));

        Delivery delivery = workingOutput().deliver(batch);

        assertThat(delivery)
                .isEqualTo(
                        Delivery.of(List.of(Outcome.DELIVERED, Outcome.rejected("has no message"), Outcome.DELIVERED)));
        assertThat(console).hasToString("a\nb\n");
    }

    @Test
    void writesABatchWithOneCallAndFlushesIt() throws Exception {
        List<String> calls = new ArrayList<>();
        OutputStream recorder = new OutputStream() {
            @Override
            public void write(int single) {
                calls.add("write");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                calls.add("write");
            }

            @Override
            public void flush() {
                calls.add("flush");
            }
        };

        outputTo(recorder).deliver(Events.events(1, 500));

        assertThat(calls).containsExactly("write", "flush");
    }

    @Test
    void tellsOfNothingThatItSentBeforeWhenABatchFails() throws Exception {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        boolean[] broken = {true};
        Output output = outputTo(new OutputStream() {
            @Override
            public void write(int single) throws IOException {
                write(new byte[] {(byte) single}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (broken[0]) {
                    throw new IOException("Broken pipe");
                }
                received.write(bytes, offset, length);
            }
        });
        assertThatThrownBy(() -> output.deliver(Events.events(1, 2))).isInstanceOf(IOException.class);

        broken[0] = false;
        output.deliver(Events.events(3, 1));

        assertThat(received).hasToString("event 3\n");
    }

    private static Output outputTo(OutputStream out) {
        return new ConsoleOutput(new MessageEncoder(), out);
    }
}
