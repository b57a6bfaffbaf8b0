package io.slipway.ingest.grpc;

import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.slipway.core.intake.Intake;
import io.slipway.wire.ProducerGrpc;
import java.util.function.BooleanSupplier;

/** Answers gRPC's standard health service: serving while events are taken. Safe for all threads. */
final class HealthReport {

    private final HealthStatusManager manager = new HealthStatusManager();
    private final Intake intake;
    private final BooleanSupplier refusing;
    private ServingStatus shown;

    HealthReport(Intake intake, BooleanSupplier refusing) {
        this.intake = intake;
        this.refusing = refusing;
        refresh();
    }

    BindableService service() {
        return manager.getHealthService();
    }

    /** Looks whether events are taken, and tells those who watch. */
    synchronized void refresh() {
        ServingStatus status = !refusing.getAsBoolean() && intake.unavailable().isEmpty()
                ? ServingStatus.SERVING
                : ServingStatus.NOT_SERVING;
        if (status != shown) {
            shown = status;
            manager.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
            manager.setStatus(ProducerGrpc.SERVICE_NAME, status);
        }
    }
}
