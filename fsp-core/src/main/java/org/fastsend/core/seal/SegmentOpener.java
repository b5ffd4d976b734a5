package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import org.fastsend.core.block.TransferId;

/// Opens the sealed entries of one transfer's manifest (docs/wire.md, "Manifest feed"). Thread-safe.
public final class SegmentOpener {
    private final TransferId transfer;
    private final TransferKey key;
    private final CipherSuite suite;
    /// Of the run whose entry was opened last: runs follow one another.
    private volatile SegmentCipher latest;

    public SegmentOpener(TransferId transfer, TransferKey key, CipherSuite suite) {
        this.transfer = transfer;
        this.key = key;
        this.suite = suite;
        this.latest = new SegmentCipher(transfer, key, suite, SenderRun.FIRST);
    }

    /// The entry as it was sealed under that sequence; anything else is refused.
    public byte[] open(long sequence, byte[] sealed) throws SealException {
        if (!SegmentCipher.isSequence(sequence)) {
            throw new SealException("no manifest entry has the sequence " + sequence);
        }
        if (sealed.length < SegmentCipher.RUN_BYTES) {
            throw new SealException("manifest entry " + sequence + " is cut short");
        }
        try {
            return cipher(new SenderRun(ByteBuffer.wrap(sealed).getLong())).open(sequence, sealed);
        } catch (SealException e) {
            throw new SealException("manifest entry " + sequence + " is not as it was sealed: " + e.getMessage());
        }
    }

    private SegmentCipher cipher(SenderRun run) {
        SegmentCipher known = latest;
        if (!known.run().equals(run)) {
            known = new SegmentCipher(transfer, key, suite, run);
            latest = known;
        }
        return known;
    }
}
