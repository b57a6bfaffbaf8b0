package io.slipway.ingest.grpc;

import io.slipway.core.config.ServerPlan;
import io.slipway.core.intake.Ingest;
import io.slipway.core.intake.Intake;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.osgi.service.component.annotations.Component;

/** Opens doors that speak the shipper's gRPC protocol. */
@Component
public final class GrpcIngest implements Ingest {

    /**
     * gRPC logs with the JDK, each fault of a client with a stack trace. What a client does wrong is said by us, once. Kept,
     * since the JDK forgets the level with the logger.
     */
    private final Logger grpc = Logger.getLogger("io.grpc");

    public GrpcIngest() {
        grpc.setLevel(Level.SEVERE);
    }

    @Override
    public Door open(ServerPlan plan, Intake intake) throws IOException {
        return GrpcDoor.open(plan, intake);
    }
}
