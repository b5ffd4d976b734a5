package org.fastsend.core.congestion;

/// What a controller knows at one moment.
///
/// @param rule               which rule sets the rate
/// @param phase              what the controller is doing, in one word
/// @param rateBytesPerSecond the rate in force
/// @param networkBytesPerSecond what the network alone would allow
/// @param baseRttNanos       round trip of the empty path; 0 if unknown
/// @param queueNanos         queueing delay of the forward path as the controller sees it
/// @param randomLoss         share of packets that the path loses without being full
public record Insight(
        Rule rule,
        String phase,
        long rateBytesPerSecond,
        long networkBytesPerSecond,
        long baseRttNanos,
        long queueNanos,
        double randomLoss) {
    /// What may bound the rate.
    public enum Rule {
        NETWORK,
        STORAGE,
        TARGET,
        AGGREGATE,
        MINIMUM
    }
}
