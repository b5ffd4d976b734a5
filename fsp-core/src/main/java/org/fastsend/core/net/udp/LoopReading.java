package org.fastsend.core.net.udp;

/// What a loop did for one of its connections in the last tenth of a second.
///
/// @param busy which part of a processor the loop took, 0 to 1
/// @param hasMore whether the connection had more to do than it did: it sent less than it had and
///     was allowed to, or it mostly received, where what does not come is not to be known
public record LoopReading(double busy, boolean hasMore) {}
