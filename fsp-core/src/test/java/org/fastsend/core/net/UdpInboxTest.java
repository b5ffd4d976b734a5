package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.StreamFrameCodec;
import org.junit.jupiter.api.Test;

/// Bytes that come are given back to the connection's window, each once.
class UdpInboxTest {
    private static final int WINDOW = 4_000_000;
    private static final int RANGE = 1_000;

    private final UdpInbox inbox = new UdpInbox(20_000_000, WINDOW, () -> {});

    @Test
    void whatCameOfAMessageThatIsTakenBackIsReleased() {
        byte[] bytes = new byte[1_400];
        inbox.write(7, 100_000, 0, bytes, 0, 1_400);
        inbox.write(7, 100_000, 50_000, bytes, 0, 600);
        inbox.withdrawn(7);
        assertEquals(2_000, inbox.takeReleased());
    }

    @Test
    void whatWasGrowingWhenTheStreamEndedIsNotKept() {
        inbox.write(7, 100_000, 0, new byte[1_400], 0, 1_400);
        inbox.drop();
        assertEquals(Optional.empty(), inbox.received(7));
    }

    @Test
    void manyShortMessagesTakeLittleMoreMemoryThanTheyAreLong() {
        for (int bytes = 1; bytes < 20_000_000; bytes += 1 + bytes / 50) {
            int room = MessageArrays.arrayBytes(bytes);
            assertTrue(room >= bytes && room <= bytes + bytes / 8, bytes + " bytes take " + room);
        }
    }

    @Test
    void arraysThatAreKeptCountAsMemoryOfTheStream() {
        UdpInbox small = new UdpInbox(1_000_000, WINDOW, () -> {});
        for (int round = 0; round < 2; round++) {
            for (int id = 0; id < 8; id++) {
                assertTrue(small.write(id, 1_000_000, 0, new byte[1], 0, 1));
            }
            for (int id = 0; id < 8; id++) {
                small.withdrawn(id);
            }
        }
        assertTrue(small.memoryBytes() > 4_000_000, "nothing is used again");
        long id = 100;
        while (small.write(id, 10_000, 0, new byte[1], 0, 1)) {
            id++;
        }
        assertTrue(small.memoryBytes() <= 2 * WINDOW + 1_000_000, small.memoryBytes() + " bytes");
    }

    @Test
    void aBlockThatIsLongerThanTheWindowComesNevertheless() throws Exception {
        int block = 10_000_000 - StreamFrameCodec.ANNOUNCEMENT_BYTES;
        StreamFrame frame = new StreamFrame.Put(3, block);
        byte[] message = new byte[10_000_000];
        byte[] announcement = StreamFrameCodec.encode(frame);
        System.arraycopy(announcement, 0, message, 0, announcement.length);
        long released = 0;
        for (int offset = 0; offset < message.length; offset += RANGE) {
            assertTrue(offset < released + WINDOW, "the window is full");
            assertTrue(inbox.write(0, message.length, offset, message, offset, RANGE));
            released += inbox.takeReleased();
        }
        assertEquals(message.length - WINDOW, released); // nothing more comes until it is read
        assertEquals(Optional.of(frame), inbox.received(0));
        assertEquals(Optional.of(frame), inbox.frame());
        inbox.body(ByteBuffer.allocate(block));
        assertEquals(message.length, released + inbox.takeReleased());
    }
}
