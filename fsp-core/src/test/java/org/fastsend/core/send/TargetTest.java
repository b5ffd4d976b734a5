package org.fastsend.core.send;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.fastsend.core.event.RelayShare;
import org.junit.jupiter.api.Test;

class TargetTest {
    private static final int BLOCK_BYTES = 600;

    @Test
    void theReceiverHasAShareOnlyWhereSomethingWentToItDirectly() {
        Target receiver = new Target("receiver", true);
        assertEquals(Optional.empty(), receiver.session());
        receiver.stored(5, 0, BLOCK_BYTES);
        assertEquals(Optional.of((long) BLOCK_BYTES), receiver.session().map(RelayShare.Session::bytes));
    }

    @Test
    void aRelayHasOneEvenIfItTookNothing() {
        assertEquals(Optional.of(0L), new Target("relay", false).session().map(RelayShare.Session::bytes));
    }
}
