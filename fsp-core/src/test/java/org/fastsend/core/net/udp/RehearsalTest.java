package org.fastsend.core.net.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RehearsalTest {
    @Test
    void aWholeTransferIsPlayedThroughThoughSomeOfItIsLost() {
        assertEquals(Rehearsal.BYTES, new Rehearsal().play());
    }

    @Test
    void nothingIsPlayedOnceTheFirstConnectionIsOpen() {
        Rehearsal rehearsal = new Rehearsal();
        rehearsal.end();
        assertEquals(0, rehearsal.play());
    }
}
