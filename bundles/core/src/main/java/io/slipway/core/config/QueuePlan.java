package io.slipway.core.config;

/**
 * Which queue, and its settings.
 *
 * @param type the queue's word, such as {@code mem}
 */
public record QueuePlan(String type, Section settings) {}
