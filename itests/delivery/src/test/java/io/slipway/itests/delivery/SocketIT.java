package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Unix socket, and the folder that only one shipper may use. */
class SocketIT {

    @TempDir
    Path folder;

    @Test
    void isForItsOwnUserOnlyAndGoneAfterAStop() throws IOException {
        Setup setup = Setup.toFile(folder);
        try (Shipper shipper = Shipper.start(setup)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(setup.socket())))
                    .isEqualTo("rw-------");

            assertThat(shipper.stop()).isZero();

            assertThat(setup.socket()).doesNotExist();
        }
    }

    @Test
    void replacesASocketThatNobodyListensOn() throws IOException {
        Setup setup = Setup.toFile(folder);
        try (ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(setup.socket()));
        }
        assertThat(setup.socket()).exists();

        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            assertThat(wire.publish(Events.request(1, 1)).getAcceptedCount()).isEqualTo(1);
        }
    }

    @Test
    void refusesToTakeTheSocketOfAnother() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        Setup first = Setup.toFile(folder);
        Setup second = Setup.toFile(other)
                .replace(other.resolve("sock").toString(), first.socket().toString());
        try (Shipper shipper = Shipper.start(first);
                Shipper late = Shipper.begin(second);
                Wire wire = shipper.wire()) {

            assertThat(late.process().awaitExit()).isNotZero();

            assertThat(String.join("\n", late.process().error()))
                    .contains(first.socket().toString());
            assertThat(wire.publish(Events.request(1, 1)).getAcceptedCount()).isEqualTo(1);
        }
    }

    @Test
    void refusesASecondShipperOnTheSameData() throws IOException {
        Setup first = Setup.toFile(folder);
        Setup second = first.replace("unix://" + first.socket(), "unix://" + folder.resolve("sock2"));
        try (Shipper shipper = Shipper.start(first);
                Shipper late = Shipper.begin(second);
                Wire wire = shipper.wire()) {

            assertThat(late.process().awaitExit()).isNotZero();

            assertThat(String.join("\n", late.process().error()))
                    .contains(folder.resolve("data").toString());
            assertThat(wire.publish(Events.request(1, 1)).getAcceptedCount()).isEqualTo(1);
        }
    }
}
