package org.fastsend.relay.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.fastsend.core.trust.KeyHash;
import org.junit.jupiter.api.Test;

class LeaseTest {
    private static final KeyHash OWNER = new KeyHash("0f".repeat(32));
    private static final long NOW = 1_800_000_000;

    private final LeaseTerm term = new LeaseTerm(Duration.ofDays(7));

    @Test
    void leaseIsReadBackAsItWasWritten() {
        Lease lease = term.opened(OWNER, NOW);
        assertEquals(Optional.of(lease), Lease.decode(lease.encode()));
    }

    @Test
    void leaseWithAnyChangedByteIsNone() {
        ByteBuffer encoded = term.opened(OWNER, NOW).encode();
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 4;
            assertEquals(Optional.empty(), Lease.decode(ByteBuffer.wrap(changed)), "byte " + i);
            assertEquals(Optional.empty(), Lease.decode(ByteBuffer.wrap(bytes, 0, i)), "cut at " + i);
        }
    }

    @Test
    void leaseAlwaysCoversThePromisedTime() {
        Lease lease = term.opened(OWNER, NOW);
        for (long later = 0; later < Duration.ofDays(30).toSeconds(); later += 3333) {
            lease = term.renewed(lease, NOW + later);
            assertTrue(
                    lease.endEpochSeconds() >= NOW + later + Duration.ofDays(7).toSeconds());
        }
        assertEquals(NOW, lease.startEpochSeconds());
        assertEquals(OWNER, lease.owner());
    }

    @Test
    void leaseIsNotRenewedWhileItCoversThePromisedTime() {
        Lease lease = term.opened(OWNER, NOW);
        assertEquals(lease, term.renewed(lease, NOW + Duration.ofHours(10).toSeconds()));
        assertTrue(!lease.equals(term.renewed(lease, NOW + Duration.ofHours(11).toSeconds())));
    }

    @Test
    void leaseEndsAtItsEnd() {
        Lease lease = new Lease(OWNER, NOW, NOW + 5);
        assertTrue(!lease.hasEnded(NOW + 4));
        assertTrue(lease.hasEnded(NOW + 5));
    }
}
