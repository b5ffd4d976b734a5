package org.fastsend.core.manifest;

import java.util.Arrays;

/// One entry of a transfer's manifest feed: the append-only sequence in which a manifest grows, the same on every
/// relay that keeps a copy, on the control connection and in a receiver's journal.
///
/// @param sequence position in the feed, from 0, without gaps
/// @param kind which of the manifest's two parts the bytes belong to
/// @param bytes a sealed segment or a signed batch of placements; at most {@link #MAX_BYTES}; never modified
public record FeedEntry(long sequence, Kind kind, byte[] bytes) {
    public static final int MAX_BYTES = 256 * 1024;

    /// The manifest's two parts.
    public enum Kind {
        /// Files, digests, relays, totals, the final mark: sealed, relays cannot read it.
        SEALED(1),
        /// Block to relay: signed, readable by relays.
        PLACEMENTS(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    public FeedEntry {
        if (sequence < 0 || bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("feed entry out of range: " + sequence + ", " + bytes.length + " bytes");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FeedEntry that
                && sequence == that.sequence
                && kind == that.kind
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sequence) * 31 + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "FeedEntry[" + sequence + " " + kind + " " + bytes.length + " bytes]";
    }
}
