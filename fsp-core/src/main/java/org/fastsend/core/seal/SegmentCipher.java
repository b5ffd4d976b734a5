package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.fastsend.core.block.TransferId;

/// The seal of manifest entries of one run, the same in both directions (docs/wire.md, "Manifest feed"). Thread-safe.
final class SegmentCipher {
    /// What stands before the sealed payload: the run whose key it was sealed under.
    static final int RUN_BYTES = Long.BYTES;
    /// A sequence is a u32 in the nonce.
    private static final long MAX_SEQUENCE = 0xffff_ffffL;

    private final TransferId transfer;
    private final SenderRun run;
    private final PayloadCipher cipher;

    SegmentCipher(TransferId transfer, TransferKey key, CipherSuite suite, SenderRun run) {
        this.transfer = transfer;
        this.run = run;
        this.cipher = PayloadCipher.of(suite, KeyPurpose.MANIFEST.derive(transfer, key, suite, run));
    }

    static boolean isSequence(long sequence) {
        return sequence >= 0 && sequence <= MAX_SEQUENCE;
    }

    SenderRun run() {
        return run;
    }

    int sealedLength(int plainLength) {
        return RUN_BYTES + cipher.sealedLength(plainLength);
    }

    byte[] seal(long sequence, byte[] plain) {
        byte[] sealed = new byte[sealedLength(plain.length)];
        System.arraycopy(plain, 0, sealed, RUN_BYTES + cipher.prefixLength(), plain.length);
        ByteBuffer payload = ByteBuffer.wrap(sealed).putLong(run.id());
        cipher.seal(sequence, associated(sequence), payload, plain.length);
        return sealed;
    }

    /// @param sealed {@link #RUN_BYTES} at least, which name this run
    byte[] open(long sequence, byte[] sealed) throws SealException {
        byte[] plain = new byte[sealed.length];
        ByteBuffer payload = ByteBuffer.wrap(sealed).position(RUN_BYTES);
        int length = cipher.open(sequence, associated(sequence), payload, ByteBuffer.wrap(plain));
        return Arrays.copyOf(plain, length);
    }

    /// The transfer's id and the sequence as u64.
    private byte[] associated(long sequence) {
        ByteBuffer associated = ByteBuffer.allocate(TransferId.LENGTH + Long.BYTES);
        transfer.write(associated);
        return associated.putLong(sequence).array();
    }
}
