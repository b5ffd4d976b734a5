package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fastsend.core.block.TransferId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SegmentSealerTest {
    private static final byte[] ENTRY = "an entry of the manifest".getBytes(StandardCharsets.UTF_8);

    @ParameterizedTest
    @EnumSource
    void entryOpensUnderItsSequenceAlone(CipherSuite suite) throws Exception {
        SegmentSealer sealer = new SegmentSealer(SealedBlocks.TRANSFER, SealedBlocks.KEY, suite, SenderRun.FIRST);
        SegmentOpener opener = new SegmentOpener(SealedBlocks.TRANSFER, SealedBlocks.KEY, suite);
        byte[] sealed = sealer.seal(7, ENTRY);
        assertEquals(sealer.sealedLength(ENTRY.length), sealed.length);
        assertArrayEquals(ENTRY, opener.open(7, sealed));
        assertThrows(SealException.class, () -> opener.open(8, sealed));
        assertThrows(SealException.class, () -> opener.open(7 + (1L << 32), sealed));
        assertThrows(SealException.class, () -> opener.open(-1, sealed));
        assertArrayEquals(new byte[0], opener.open(9, sealer.seal(9, new byte[0])));
    }

    @ParameterizedTest
    @EnumSource
    void everyFlippedBitAndEveryOtherLengthIsRefused(CipherSuite suite) {
        byte[] sealed =
                new SegmentSealer(SealedBlocks.TRANSFER, SealedBlocks.KEY, suite, SenderRun.FIRST).seal(0, ENTRY);
        SegmentOpener opener = new SegmentOpener(SealedBlocks.TRANSFER, SealedBlocks.KEY, suite);
        for (int bit = 0; bit < sealed.length * 8; bit++) {
            byte[] bad = sealed.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(SealException.class, () -> opener.open(0, bad), "bit " + bit);
        }
        for (int length = 0; length < sealed.length; length++) {
            byte[] cut = Arrays.copyOf(sealed, length);
            assertThrows(SealException.class, () -> opener.open(0, cut), "length " + length);
        }
    }

    @ParameterizedTest
    @EnumSource
    void entryOfAnotherTransferIsRefused(CipherSuite suite) {
        byte[] sealed =
                new SegmentSealer(new TransferId(1, 2), SealedBlocks.KEY, suite, SenderRun.FIRST).seal(0, ENTRY);
        SegmentOpener opener = new SegmentOpener(SealedBlocks.TRANSFER, SealedBlocks.KEY, suite);
        assertThrows(SealException.class, () -> opener.open(0, sealed));
    }

    @ParameterizedTest
    @EnumSource
    void entriesOfALaterRunAreSealedUnderAnotherKeyAndOpenAllTheSame(CipherSuite suite) throws Exception {
        SenderRun later = new SenderRun(0x0123456789abcdefL);
        byte[] first =
                new SegmentSealer(SealedBlocks.TRANSFER, SealedBlocks.KEY, suite, SenderRun.FIRST).seal(3, ENTRY);
        byte[] second = new SegmentSealer(SealedBlocks.TRANSFER, SealedBlocks.KEY, suite, later).seal(3, ENTRY);
        SegmentOpener opener = new SegmentOpener(SealedBlocks.TRANSFER, SealedBlocks.KEY, suite);
        assertEquals(later.id(), ByteBuffer.wrap(second).getLong());
        assertNotEquals(ByteBuffer.wrap(first, 8, first.length - 8), ByteBuffer.wrap(second, 8, second.length - 8));
        assertArrayEquals(ENTRY, opener.open(3, second));
        assertArrayEquals(ENTRY, opener.open(3, first));
        System.arraycopy(first, 0, second, 0, 8);
        assertThrows(SealException.class, () -> opener.open(3, second));
    }

    @Test
    void sequenceIsNeverSealedTwice() {
        SegmentSealer sealer =
                new SegmentSealer(SealedBlocks.TRANSFER, SealedBlocks.KEY, CipherSuite.AES_256_GCM, SenderRun.FIRST);
        assertEquals(8 + ENTRY.length + 16, sealer.seal(0, ENTRY).length);
        assertEquals(8 + ENTRY.length + 16, sealer.seal(5, ENTRY).length);
        assertThrows(IllegalStateException.class, () -> sealer.seal(5, ENTRY));
        assertThrows(IllegalStateException.class, () -> sealer.seal(3, ENTRY));
        assertThrows(IllegalArgumentException.class, () -> sealer.seal(1L << 32, ENTRY));
        assertThrows(IllegalArgumentException.class, () -> sealer.seal(-1, ENTRY));
    }

    @Test
    void entryIsSealedAsTheWireFormatSays() throws Exception {
        byte[] sealed = new SegmentSealer(
                        SealedBlocks.TRANSFER, SealedBlocks.KEY, CipherSuite.AES_256_GCM, SenderRun.FIRST)
                .seal(258, ENTRY);
        byte[] key = KeyPurpose.MANIFEST.derive(
                SealedBlocks.TRANSFER, SealedBlocks.KEY, CipherSuite.AES_256_GCM, SenderRun.FIRST);
        byte[] nonce = ByteBuffer.allocate(12).putLong(0).putInt(258).array();
        ByteBuffer associated = ByteBuffer.allocate(24);
        SealedBlocks.TRANSFER.write(associated);
        associated.putLong(258);
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        gcm.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
        gcm.updateAAD(associated.array());
        assertArrayEquals(ENTRY, gcm.doFinal(sealed, 8, sealed.length - 8));
    }
}
