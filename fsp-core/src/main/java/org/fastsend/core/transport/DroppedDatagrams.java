package org.fastsend.core.transport;

/// Datagrams that were dropped without any effect, by what was wrong with them.
///
/// @param malformed too short, of a false length, of another version or another connection
/// @param forged    did not pass authentication
/// @param replayed  authentic, but seen before or too old to tell
public record DroppedDatagrams(long malformed, long forged, long replayed) {
    public long total() {
        return malformed + forged + replayed;
    }
}
