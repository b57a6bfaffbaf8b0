package io.slipway.ingest.grpc;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.slipway.core.config.Address;
import io.slipway.core.config.ServerPlan;
import io.slipway.core.intake.Ingest;
import io.slipway.wire.ProducerGrpc;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real door on a free port of this machine, and clients for it. */
final class TestDoor implements AutoCloseable {

    static final long BUDGET = 8 * 1024 * 1024;

    final TestIntake intake;
    final Ingest.Door door;
    private final List<ManagedChannel> channels = new ArrayList<>();

    private TestDoor(TestIntake intake, Ingest.Door door) {
        this.intake = intake;
        this.door = door;
    }

    static TestDoor open() throws IOException {
        return open(plan(BUDGET, false));
    }

    static TestDoor open(ServerPlan plan) throws IOException {
        TestIntake intake = new TestIntake();
        return new TestDoor(intake, new GrpcIngest().open(plan, intake));
    }

    static ServerPlan plan(long maxInflightBytes, boolean strict) {
        return new ServerPlan(
                List.of(new Address.Tcp("127.0.0.1", 0)), Optional.empty(), strict, maxInflightBytes, 1000);
    }

    int port() {
        String address = door.addresses().get(0);
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** A connection of its own. */
    ManagedChannel connect() {
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port())
                .usePlaintext()
                .maxInboundMessageSize(1024)
                .build();
        channels.add(channel);
        return channel;
    }

    ProducerGrpc.ProducerBlockingStub client() {
        return ProducerGrpc.newBlockingStub(connect()).withDeadlineAfter(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        channels.forEach(ManagedChannel::shutdownNow);
        door.close();
    }
}
