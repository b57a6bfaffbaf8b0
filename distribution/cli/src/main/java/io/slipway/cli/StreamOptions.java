package io.slipway.cli;

import io.slipway.wire.DataStream;
import picocli.CommandLine.Option;

/** The data stream that events are to go to. */
final class StreamOptions {

    @Option(
            names = "--type",
            paramLabel = "NAME",
            defaultValue = "logs",
            description = "Data stream type: ${DEFAULT-VALUE}.")
    private String type;

    @Option(
            names = "--dataset",
            paramLabel = "NAME",
            defaultValue = "generic",
            description = "Data stream dataset: ${DEFAULT-VALUE}.")
    private String dataset;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Data stream namespace: ${DEFAULT-VALUE}.")
    private String namespace;

    DataStream stream() {
        return DataStream.newBuilder()
                .setType(type)
                .setDataset(dataset)
                .setNamespace(namespace)
                .build();
    }
}
