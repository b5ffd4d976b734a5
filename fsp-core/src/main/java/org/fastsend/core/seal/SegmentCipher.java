package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.fastsend.core.block.TransferId;

/** The seal of manifest entries, the same in both directions (docs/wire.md, "Manifest feed"). Thread-safe. */
final class SegmentCipher {
    /** A sequence is a u32 in the nonce. */
    private static final long MAX_SEQUENCE = 0xffff_ffffL;

    private final TransferId transfer;
    private final PayloadCipher cipher;

    SegmentCipher(TransferId transfer, TransferKey key, CipherSuite suite) {
        this.transfer = transfer;
        this.cipher = PayloadCipher.of(suite, KeyPurpose.MANIFEST.derive(transfer, key, suite));
    }

    static boolean isSequence(long sequence) {
        return sequence >= 0 && sequence <= MAX_SEQUENCE;
    }

    int sealedLength(int plainLength) {
        return cipher.sealedLength(plainLength);
    }

    byte[] seal(long sequence, byte[] plain) {
        byte[] sealed = new byte[cipher.sealedLength(plain.length)];
        System.arraycopy(plain, 0, sealed, cipher.prefixLength(), plain.length);
        cipher.seal(sequence, associated(sequence), ByteBuffer.wrap(sealed), plain.length);
        return sealed;
    }

    byte[] open(long sequence, byte[] sealed) throws SealException {
        byte[] plain = new byte[sealed.length];
        int length = cipher.open(sequence, associated(sequence), ByteBuffer.wrap(sealed), ByteBuffer.wrap(plain));
        return Arrays.copyOf(plain, length);
    }

    /** The transfer's id and the sequence as u64. */
    private byte[] associated(long sequence) {
        ByteBuffer associated = ByteBuffer.allocate(TransferId.LENGTH + Long.BYTES);
        transfer.write(associated);
        return associated.putLong(sequence).array();
    }
}
