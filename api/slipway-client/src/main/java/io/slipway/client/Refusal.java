package io.slipway.client;

/**
 * An event that the shipper will never take as it is. It is not sent again.
 *
 * @param position its place in the list that was published, from 0
 * @param reason the status and the words of the shipper
 */
public record Refusal(int position, String reason) {}
