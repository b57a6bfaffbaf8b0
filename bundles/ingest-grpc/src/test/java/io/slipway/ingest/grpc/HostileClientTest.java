package io.slipway.ingest.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.core.config.Address;
import io.slipway.core.config.ServerPlan;
import io.slipway.wire.Event;
import io.slipway.wire.PublishRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenario S54. */
class HostileClientTest {

    private TestDoor door;

    @BeforeEach
    void open() throws IOException {
        door = TestDoor.open();
    }

    @AfterEach
    void close() {
        door.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "474554202f20485454502f312e310d0a0d0a", // HTTP/1
                "160301020001", // TLS
                "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                "505249202a20485454502f322e300d0a0d0a534d0d0a0d0affffffffffffffffff", // a frame of 16 MiB
                "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a474554202f", // no frame at all
            })
    void closesTheConnectionAndServesTheOthers(String bytes) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", door.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(HexFormat.of().parseHex(bytes));
            out.write("x".repeat(100).getBytes(StandardCharsets.UTF_8));
            socket.setSoTimeout(10_000);

            assertThat(endOf(socket)).isTrue();
        }

        assertThat(published()).isEqualTo(1);
    }

    @Test
    void refusesConnectionsBeyondTheLimit() throws IOException {
        door.close();
        door = TestDoor.open(
                new ServerPlan(List.of(new Address.Tcp("127.0.0.1", 0)), Optional.empty(), false, TestDoor.BUDGET, 1));
        assertThat(published()).isEqualTo(1);

        try (Socket socket = new Socket("127.0.0.1", door.port())) {
            socket.setSoTimeout(10_000);
            assertThat(endOf(socket)).isTrue();
        }
    }

    private int published() {
        return door.client()
                .publishEvents(PublishRequest.newBuilder()
                        .addEvents(Event.getDefaultInstance())
                        .build())
                .getAcceptedCount();
    }

    private static boolean endOf(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            return true;
        }
        return true;
    }
}
