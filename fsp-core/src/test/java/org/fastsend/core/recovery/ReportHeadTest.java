package org.fastsend.core.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.List;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.bytes.VarInt;
import org.junit.jupiter.api.Test;

/// What is beside the packets in a report.
class ReportHeadTest {
    private static final long U32 = 0xffff_ffffL;
    private static final long U48 = 0xffff_ffff_ffffL;
    /// The greatest difference of two clocks of 48 bits.
    private static final long FAR = U48 >> 1;

    @Test
    void itIsReadAsItWasWritten() throws MalformedBytesException {
        for (ReportHead head : List.of(
                new ReportHead(1, 0, 0, 0, 0, 0, 0, 0, 0, Long.MAX_VALUE, 0),
                new ReportHead(
                        70_000,
                        123_456_789_012L,
                        4_321,
                        -987_654_321L,
                        -987_654_000L,
                        -987_650_000L,
                        4,
                        2,
                        1L << 40,
                        125_000_000,
                        0),
                new ReportHead(
                        U32,
                        U48,
                        U48,
                        -FAR - 1,
                        0,
                        FAR - 1,
                        U32,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE - 1,
                        Long.MAX_VALUE))) {
            assertEquals(head, written(head));
        }
    }

    @Test
    void aStorageThatTakesNothingIsNotTakenForOneThatSetsNoLimit() throws MalformedBytesException {
        assertEquals(1, written(new ReportHead(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).storageBytesPerSecond());
    }

    @Test
    void aNumberThatNoReportCanHaveIsRefused() {
        ByteBuffer bytes = ByteBuffer.allocate(100);
        VarInt.write(U32 + 1, bytes);
        assertThrows(
                MalformedBytesException.class,
                () -> ReportHead.read(bytes.position(0)),
                "heard reports are told in u32");
    }

    private static ReportHead written(ReportHead head) throws MalformedBytesException {
        ByteBuffer bytes = ByteBuffer.allocate(100);
        head.write(bytes);
        return ReportHead.read(bytes.flip());
    }
}
