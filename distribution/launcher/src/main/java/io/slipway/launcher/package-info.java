/**
 * Starts the framework and what is in {@code bundles/} and {@code plugins/}, calls commands in it, and stops it.
 *
 * <p>Start at {@link io.slipway.launcher.Launcher}. Knows no class of the bundles: commands are services of Java's own types.
 */
package io.slipway.launcher;
