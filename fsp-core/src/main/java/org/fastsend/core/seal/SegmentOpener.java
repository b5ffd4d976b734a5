package org.fastsend.core.seal;

import org.fastsend.core.block.TransferId;

/** Opens the sealed entries of one transfer's manifest (docs/wire.md, "Manifest feed"). Thread-safe. */
public final class SegmentOpener {
    private final SegmentCipher cipher;

    public SegmentOpener(TransferId transfer, TransferKey key, CipherSuite suite) {
        this.cipher = new SegmentCipher(transfer, key, suite);
    }

    /** The entry as it was sealed under that sequence; anything else is refused. */
    public byte[] open(long sequence, byte[] sealed) throws SealException {
        if (!SegmentCipher.isSequence(sequence)) {
            throw new SealException("no manifest entry has the sequence " + sequence);
        }
        try {
            return cipher.open(sequence, sealed);
        } catch (SealException e) {
            throw new SealException("manifest entry " + sequence + " is not as it was sealed: " + e.getMessage());
        }
    }
}
