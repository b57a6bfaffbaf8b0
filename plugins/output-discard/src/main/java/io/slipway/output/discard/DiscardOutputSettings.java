package io.slipway.output.discard;

/** A discard output has no settings. */
record DiscardOutputSettings() {}
