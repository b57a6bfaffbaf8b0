package io.slipway.client;

/**
 * What a client has done since it was opened, in events if not said otherwise. The numbers are read one by one, so
 * they may differ by what happened between.
 *
 * @param published taken from callers
 * @param sent written in requests, each time anew
 * @param accepted told by the shipper to be accepted, each time anew
 * @param persisted told by the shipper to be safe
 * @param resent put back to be sent again: not accepted, without an answer, or accepted by a shipper that lost them
 * @param refused never to be taken
 * @param rewinds how often the shipper turned out to be another one
 * @param requests requests sent
 */
public record Statistics(
        long published,
        long sent,
        long accepted,
        long persisted,
        long resent,
        long refused,
        long rewinds,
        long requests) {}
