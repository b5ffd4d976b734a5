package org.fastsend.core.trust;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.sim.Mutations;
import org.junit.jupiter.api.Test;

class ReceiptTest {
    private final Identity relay = Identity.ephemeral();

    private static byte[] root(int... numbers) {
        ReceiptRoot root = new ReceiptRoot();
        for (int number : numbers) {
            root.add(number, ByteBuffer.allocate(4).putInt(0, number * 31));
        }
        return root.finish();
    }

    private Receipt receipt() {
        return Receipt.sign(relay, new TransferId(3, 4), 2, 1 << 20, root(0, 7), 1_900_000_000L);
    }

    @Test
    void comesBackAndVerifiesWithTheRelaysKey() throws TrustException {
        Receipt receipt = Receipt.decode(receipt().encode());
        receipt.verify(relay.verifyingKey());
        assertEquals(2, receipt.blocks());
        assertEquals(1 << 20, receipt.bytes());
        assertEquals(1_900_000_000L, receipt.leaseEndsEpochSeconds());
        assertArrayEquals(root(0, 7), receipt.root());
    }

    @Test
    void isWorthNothingWithAnotherKeyOrChanged() {
        Receipt signed = receipt();
        assertThrows(
                TrustException.class, () -> signed.verify(Identity.ephemeral().verifyingKey()));
        Receipt more = new Receipt(
                signed.transfer(),
                signed.relay(),
                3,
                signed.bytes(),
                signed.root(),
                signed.leaseEndsEpochSeconds(),
                signed.signature());
        assertThrows(TrustException.class, () -> more.verify(relay.verifyingKey()));
    }

    @Test
    void theRootIsThatOfTheWireFormat() throws Exception {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        ByteBuffer fields = ByteBuffer.allocate(2 * 36);
        for (int number : new int[] {0, 7}) {
            fields.putInt(number)
                    .put(sha256.digest(
                            ByteBuffer.allocate(4).putInt(0, number * 31).array()));
        }
        assertArrayEquals(sha256.digest(fields.array()), root(0, 7));
        assertFalse(Arrays.equals(root(0, 7), root(0, 8)));
    }

    @Test
    void blocksComeInOrderAndOnce() {
        ReceiptRoot root = new ReceiptRoot();
        root.add(5, ByteBuffer.allocate(4));
        assertThrows(IllegalArgumentException.class, () -> root.add(5, ByteBuffer.allocate(4)));
    }

    @Test
    void arbitraryBytesAreRefusedByType() {
        byte[] good = receipt().encode();
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 1500; i++) {
            byte[] bad = Mutations.of(good, random);
            assertThrows(
                    TrustException.class,
                    () -> Receipt.decode(bad).verify(relay.verifyingKey()),
                    "seed " + seed + " round " + i);
        }
    }
}
