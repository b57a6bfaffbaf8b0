package io.slipway.core.config;

/**
 * One output.
 *
 * @param name unique; also the name of its cursor. The single output of the classic layout is {@code default}
 * @param type the output's word, such as {@code file}
 * @param delivery how the pipeline treats it
 * @param settings what the plugin itself wants to know
 */
public record OutputPlan(String name, String type, DeliveryPlan delivery, Section settings) {}
