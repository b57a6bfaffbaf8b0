package io.slipway.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SessionTest {

    @Test
    void putsAStatusIntoOneLine() {
        Status status = Status.UNAVAILABLE
                .withDescription("io exception\nChannel Pipeline: [SslHandler#0]")
                .withCause(new IOException("path building failed\nat length"));

        assertThat(Session.words(status)).isEqualTo("UNAVAILABLE: io exception (path building failed)");
    }

    @Test
    void leavesOutWhatAStatusDoesNotSay() {
        assertThat(Session.words(Status.CANCELLED)).isEqualTo("CANCELLED");
    }
}
