/**
 * The commands of {@code bin/slipway}.
 *
 * <p>Start at {@link io.slipway.cli.Main}. What needs the configuration, a keystore or dead letters is a command that a bundle offers:
 * here it is only parsed and passed on through the launcher. {@code send} and {@code load} are clients of a running shipper.
 */
package io.slipway.cli;
