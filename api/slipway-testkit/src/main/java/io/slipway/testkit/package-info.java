/**
 * What authors of plugins test with: contracts that every plugin of a kind must keep, a host for one instance, and sample
 * events.
 *
 * <p>Start at {@link io.slipway.testkit.TestContext}.
 */
package io.slipway.testkit;
