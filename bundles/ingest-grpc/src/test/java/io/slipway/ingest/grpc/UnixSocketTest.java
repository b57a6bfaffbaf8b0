package io.slipway.ingest.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.slipway.core.config.Address;
import io.slipway.core.config.ServerPlan;
import io.slipway.core.intake.Ingest;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixSocketTest {

    @TempDir
    Path folder;

    @Test
    void listensForItsOwnerOnlyAndLeavesNothingBehind() throws IOException {
        Path socket = folder.resolve("run/shipper.sock");

        try (Ingest.Door door = open(socket)) {
            assertThat(door.addresses()).containsExactly("unix://" + socket);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-------");
            assertThat(answers(socket)).isTrue();
            assertThat(files(socket.getParent())).containsExactly(socket);
        }

        assertThat(files(socket.getParent())).isEmpty();
    }

    @Test
    void takesThePlaceOfADeadSocket() throws IOException {
        Path socket = folder.resolve("s.sock");
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(socket));
        }
        assertThat(socket).exists();

        try (Ingest.Door door = open(socket)) {
            assertThat(door.addresses()).hasSize(1);
            assertThat(answers(socket)).isTrue();
        }
    }

    @Test
    void leavesALivingSocketAlone() throws IOException {
        Path socket = folder.resolve("s.sock");
        try (Ingest.Door first = open(socket)) {
            assertThatThrownBy(() -> open(socket))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "\"unix://" + socket + "\" is in use by another process. Choose another path or stop it.");
            assertThat(first.addresses()).hasSize(1);
            assertThat(answers(socket)).isTrue();
        }
    }

    @Test
    void neverRemovesAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("precious"), "text");

        assertThatThrownBy(() -> open(file)).hasMessageContaining("is there and is no socket");

        assertThat(file).hasContent("text");
        assertThat(files(folder)).containsExactly(file);
    }

    @Test
    void saysHowLongAPathMayBe() {
        Path longFile = folder.resolve("x".repeat(107 - folder.toString().length()));
        Path longFolder = Path.of("/tmp/" + "x".repeat(80) + "/s");

        for (Path socket : List.of(longFile, longFolder)) {
            assertThatThrownBy(() -> open(socket))
                    .hasMessage(
                            "\"unix://" + socket + "\" is too long for a socket. Choose a path of at most 106 bytes,"
                                    + " and of at most 81 for its folder.");
        }
        assertThat(longFolder.getParent()).doesNotExist();
    }

    @Test
    void listensAtTheLongestPath() throws IOException {
        Path inner = folder.resolve("f".repeat(80 - folder.toString().length()));
        Path socket = inner.resolve("x".repeat(106 - inner.toString().length() - 1));

        try (Ingest.Door door = open(socket)) {
            assertThat(door.addresses()).hasSize(1);
            assertThat(answers(socket)).isTrue();
        }
    }

    @Test
    void namesTheFolderThatCannotBeMade() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");

        assertThatThrownBy(() -> open(file.resolve("in/s.sock")))
                .hasMessageStartingWith("\"unix://" + file + "/in/s.sock\" cannot be listened on: its folder \"" + file
                        + "/in\" cannot be made or written to (");
    }

    private static Ingest.Door open(Path socket) throws IOException {
        return new GrpcIngest()
                .open(
                        new ServerPlan(List.of(new Address.UnixSocket(socket)), Optional.empty(), false, 1 << 20, 10),
                        new TestIntake());
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static boolean answers(Path socket) {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        ManagedChannel channel = NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
                .eventLoopGroup(loop)
                .usePlaintext()
                .build();
        try {
            return ProducerGrpc.newBlockingStub(channel)
                    .persistedIndex(PersistedIndexRequest.getDefaultInstance())
                    .hasNext();
        } finally {
            channel.shutdownNow();
            loop.shutdownGracefully();
        }
    }
}
