package org.fastsend.core.seal;

import org.fastsend.core.block.TransferId;

/// Seals the entries of one transfer's manifest (docs/wire.md, "Manifest feed"), each sequence once: there must be one
/// sealer a key and run, ever. Thread-safe.
public final class SegmentSealer {
    private final SegmentCipher cipher;
    private long lastSequence = -1;

    public SegmentSealer(TransferId transfer, TransferKey key, CipherSuite suite, SenderRun run) {
        this.cipher = new SegmentCipher(transfer, key, suite, run);
    }

    /// Bytes that {@link #seal} makes of so many.
    public int sealedLength(int plainLength) {
        return cipher.sealedLength(plainLength);
    }

    /// Seals an entry.
    ///
    /// @param sequence more than any before, to 2^32 - 1; gaps are those entries that are not sealed
    /// @throws IllegalStateException if the sequence was passed already, or past the cipher's limits
    public synchronized byte[] seal(long sequence, byte[] plain) {
        if (!SegmentCipher.isSequence(sequence)) {
            throw new IllegalArgumentException("no manifest entry has the sequence " + sequence);
        }
        if (sequence <= lastSequence) {
            throw new IllegalStateException("entry " + sequence + " would be sealed behind " + lastSequence);
        }
        lastSequence = sequence;
        return cipher.seal(sequence, plain);
    }
}
