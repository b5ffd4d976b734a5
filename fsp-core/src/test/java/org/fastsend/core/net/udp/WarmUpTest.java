package org.fastsend.core.net.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void aWholeTransferIsRunThoughSomeOfItIsLost() {
        assertEquals(WarmUp.BYTES, new WarmUp().transfer());
    }

    @Test
    void nothingIsRunOnceTheFirstConnectionIsOpen() {
        WarmUp warmUp = new WarmUp();
        warmUp.end();
        assertEquals(0, warmUp.transfer());
    }
}
