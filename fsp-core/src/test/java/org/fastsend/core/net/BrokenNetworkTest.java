package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.wire.StreamPreamble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a channel does when the network between its ends breaks, lies or falls silent.
class BrokenNetworkTest {
    private static final int BLOCK_BYTES = 200_000;
    /// A length, a type and a tag.
    private static final int ANSWER = 4 + 1 + 16;
    private static final int BLOCKS = 30;

    private Lab lab = new Lab();
    private Heard heard = lab.heard();

    @AfterEach
    void close() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aStreamCutInTheMiddleOfABlockLosesOnlyWhatItHadNotAnswered(int streams) throws Exception {
        AtomicBoolean cut = new AtomicBoolean();
        Proxy.Tamper cutsOneStream = (connection, up, offset, bytes, length) -> {
            boolean here = connection > 0 && up && offset + length > 500_000 && cut.compareAndSet(false, true);
            return here ? length / 2 : length;
        };
        try (Proxy proxy = new Proxy(lab.listener.port(), cutsOneStream);
                BlockChannel channel = lab.open(proxy, NetTimings.DEFAULT, heard)) {
            channel.streams(streams);
            assertTrue(putAll(channel) > 0, "the cut stream had something under way");
            assertEquals(0, channel.bytesInFlight());
            assertHostHoldsAll();
        }
    }

    /// In the preamble, a length field, a frame, the middle of a block, the end of one.
    @ParameterizedTest
    @ValueSource(longs = {3, 12, 24, 26, 40, 55, 60, 300, 65_600, 200_400, 700_001})
    void anAlteredByteOnTheWayUpNeverEarnsStoredForAlteredBytes(long position) throws Exception {
        AtomicBoolean altered = new AtomicBoolean();
        try (Proxy proxy = new Proxy(lab.listener.port(), flipInOneStream(true, position, altered));
                BlockChannel channel = lab.open(proxy, NetTimings.DEFAULT, heard)) {
            channel.streams(1);
            putAll(channel);
            assertTrue(altered.get());
            assertHostHoldsAll();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 18, 22, 30, 100, 65_700, 200_200})
    void anAlteredByteOnTheWayDownNeverYieldsABlock(long position) throws Exception {
        for (int number = 0; number < BLOCKS; number++) {
            lab.host.blocks.put(
                    number, TestBlocks.block(number, BLOCK_BYTES).bytes().array());
        }
        AtomicBoolean altered = new AtomicBoolean();
        try (Proxy proxy = new Proxy(lab.listener.port(), flipInOneStream(false, position, altered));
                BlockChannel channel = lab.open(proxy, NetTimings.DEFAULT, heard)) {
            channel.streams(1);
            for (int number = 0; number < BLOCKS; number++) {
                channel.get(number);
            }
            for (int came = 0; came < BLOCKS; ) {
                switch (heard.next()) {
                    case Heard.Call.Came(int number, byte[] bytes) -> {
                        assertArrayEquals(lab.host.blocks.get(number), bytes);
                        came++;
                    }
                    case Heard.Call.Lost(int number, String reason) -> channel.get(number);
                    case Heard.Call other -> throw new AssertionError("heard " + other);
                }
            }
            assertTrue(altered.get());
        }
    }

    @Test
    void anAlteredSessionEndsAndNothingElse() throws Exception {
        AtomicBoolean altered = new AtomicBoolean();
        try (Proxy proxy = new Proxy(lab.listener.port(), flipInSession(6000, altered));
                BlockChannel channel = lab.open(proxy, NetTimings.DEFAULT, heard)) {
            for (Heard.Call call = nextWhileAsking(channel, altered); !(call instanceof Heard.Call.Down); ) {
                call = heard.next();
            }
        }
        Heard another = lab.heard();
        try (BlockChannel channel = lab.open(another)) {
            channel.put(TestBlocks.block(0, 10));
            another.next(Heard.Call.Stored.class);
        }
    }

    @Test
    void recordedBytesOpenNoStreamAgain() throws Exception {
        Map<Integer, ByteArrayOutputStream> up = new ConcurrentHashMap<>();
        Map<Integer, ByteArrayOutputStream> down = new ConcurrentHashMap<>();
        Proxy.Tamper records = (connection, upwards, offset, bytes, length) -> {
            (upwards ? up : down)
                    .computeIfAbsent(connection, _ -> new ByteArrayOutputStream())
                    .write(bytes, 0, length);
            return length;
        };
        try (Proxy proxy = new Proxy(lab.listener.port(), records);
                BlockChannel channel = lab.open(proxy, NetTimings.DEFAULT, heard)) {
            channel.put(TestBlocks.block(0, 1000));
            heard.next(Heard.Call.Stored.class);
            lab.host.blocks.clear();
            // The session comes first; of the streams that were opened at the same time, the one that took the block.
            int stream = up.keySet().stream()
                    .filter(connection -> connection > 0)
                    .max(Comparator.comparingInt(
                            connection -> up.get(connection).size()))
                    .orElseThrow();
            byte[] first = up.get(stream).toByteArray();
            byte[] answers = down.get(stream).toByteArray();
            assertEquals(-1, sendAndRead(first), "the same stream again");

            byte[] otherNumber = first.clone();
            otherNumber[StreamPreamble.LENGTH - 1] ^= 0x40;
            assertEquals(-1, sendAndRead(otherNumber), "the same records as another stream");

            byte[] reflected = otherNumber.clone();
            System.arraycopy(answers, 0, reflected, StreamPreamble.LENGTH, ANSWER);
            assertEquals(-1, sendAndRead(reflected), "the acceptor's own record");

            assertTrue(lab.host.blocks.isEmpty(), "nothing was put again");
            channel.put(TestBlocks.block(0, 1000));
            heard.next(Heard.Call.Stored.class);
        }
    }

    @Test
    void whenEverythingIsCutAllThatIsUnansweredIsLostAndThenTheChannelIsDown() throws Exception {
        try (Proxy proxy = new Proxy(lab.listener.port(), (connection, up, offset, bytes, length) -> length)) {
            BlockChannel channel = lab.open(proxy, NetTimings.DEFAULT, heard);
            for (int number = 0; number < BLOCKS; number++) {
                channel.put(TestBlocks.block(number, BLOCK_BYTES));
            }
            heard.next(Heard.Call.Stored.class);
            proxy.cutAll();
            List<Heard.Call> rest = heard.next(BLOCKS);
            rest.subList(0, BLOCKS - 1)
                    .forEach(call -> assertTrue(
                            call instanceof Heard.Call.Stored || call instanceof Heard.Call.Lost, call::toString));
            Heard.Call.Down down = assertInstanceOf(Heard.Call.Down.class, rest.getLast());
            assertEquals(ErrorCode.CONNECTION_LOST, down.cause().code());
            assertTrue(down.cause().getMessage().contains("r1 ("), down.cause().getMessage());
            heard.assertSilence();
        }
    }

    @Test
    void aPeerThatFallsSilentIsNoticedByBothEnds() throws Exception {
        beImpatient();
        try (Proxy proxy = new Proxy(lab.listener.port(), (connection, up, offset, bytes, length) -> length)) {
            BlockChannel channel = lab.open(proxy, Lab.IMPATIENT, heard);
            channel.put(TestBlocks.block(0, 10));
            heard.next(Heard.Call.Stored.class);
            proxy.freeze();
            channel.put(TestBlocks.block(1, 10));
            heard.next(Heard.Call.Lost.class);
            Heard.Call.Down down = heard.next(Heard.Call.Down.class);
            assertEquals(ErrorCode.CONNECTION_LOST, down.cause().code());
            assertTrue(
                    down.cause().getMessage().contains("silent"), down.cause().getMessage());
            awaitNoSessions();
        }
    }

    /// A middlebox that forgets one connection, or a length that was made larger on the way: the rest never
    /// comes.
    @ParameterizedTest
    @ValueSource(ints = {100, 100_000})
    void aStreamThatStopsInTheMiddleOfARecordIsBrokenWhileTheSessionLives(int position) throws Exception {
        beImpatient();
        AtomicBoolean chosen = new AtomicBoolean();
        Proxy.Tamper stopsOneStream = (connection, up, offset, bytes, length) -> {
            if (connection > 0 && up && offset + length > position && chosen.compareAndSet(false, true)) {
                return Proxy.STOP;
            }
            return length;
        };
        try (Proxy proxy = new Proxy(lab.listener.port(), stopsOneStream);
                BlockChannel channel = lab.open(proxy, Lab.IMPATIENT, heard)) {
            channel.streams(2);
            assertTrue(putAll(channel) > 0);
            assertHostHoldsAll();
        }
    }

    @Test
    void aChannelWhoseStreamsAreAllCutAtOnceGivesUp() throws Exception {
        Proxy.Tamper cutsStreams = (connection, up, offset, bytes, length) -> connection == 0 ? length : 0;
        try (Proxy proxy = new Proxy(lab.listener.port(), cutsStreams)) {
            BlockChannel channel = lab.open(proxy, Lab.IMPATIENT, heard);
            channel.put(TestBlocks.block(1, 10));
            heard.next(Heard.Call.Lost.class);
            Heard.Call.Down down = heard.next(Heard.Call.Down.class);
            assertTrue(
                    down.cause().getMessage().contains("no data stream to r1"),
                    down.cause().getMessage());
        }
    }

    /// Only where silence is the point: on a busy machine an honest peer may be silent for a moment too.
    private void beImpatient() {
        lab.close();
        lab = new Lab(Lab.IMPATIENT);
        heard = lab.heard();
    }

    /// Puts all blocks, again if they are lost, until each was stored; how many were lost.
    private int putAll(BlockChannel channel) throws InterruptedException {
        int lost = 0;
        for (int number = 0; number < BLOCKS; number++) {
            channel.put(TestBlocks.block(number, BLOCK_BYTES));
        }
        for (int stored = 0; stored < BLOCKS; ) {
            switch (heard.next()) {
                case Heard.Call.Stored _ -> stored++;
                case Heard.Call.Lost(int number, String reason) -> {
                    assertTrue(reason.contains("r1 ("), reason);
                    lost++;
                    channel.put(TestBlocks.block(number, BLOCK_BYTES));
                }
                case Heard.Call other -> throw new AssertionError("heard " + other);
            }
        }
        heard.assertSilence();
        return lost;
    }

    private void assertHostHoldsAll() {
        for (int number = 0; number < BLOCKS; number++) {
            assertArrayEquals(TestBlocks.block(number, BLOCK_BYTES).bytes().array(), lab.host.blocks.get(number));
        }
    }

    private static Proxy.Tamper flipInSession(long position, AtomicBoolean altered) {
        return (number, up, offset, bytes, length) -> {
            if (number == 0 && !up) {
                flip(position, offset, bytes, length, altered);
            }
            return length;
        };
    }

    private static Proxy.Tamper flipInOneStream(boolean up, long position, AtomicBoolean altered) {
        return (number, upwards, offset, bytes, length) -> {
            if (number > 0 && upwards == up) {
                flip(position, offset, bytes, length, altered);
            }
            return length;
        };
    }

    private static void flip(long position, long offset, byte[] bytes, int length, AtomicBoolean altered) {
        if (offset <= position && position < offset + length && altered.compareAndSet(false, true)) {
            bytes[(int) (position - offset)] ^= 0x10;
        }
    }

    /// Keeps the session busy until its connection has carried enough to be altered.
    private Heard.Call nextWhileAsking(BlockChannel channel, AtomicBoolean altered) throws Exception {
        while (!altered.get()) {
            channel.readFeed(0).handle((entries, failure) -> entries).get(10, TimeUnit.SECONDS);
        }
        return heard.next();
    }

    private int sendAndRead(byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), lab.listener.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes);
            return socket.getInputStream().read();
        } catch (SocketException e) {
            return -1; // reset: as good as closed
        }
    }

    private void awaitNoSessions() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 1000 && lab.listener.sessions() > 0; i++) {
            assertTrue(!never.await(10, TimeUnit.MILLISECONDS));
        }
        assertEquals(0, lab.listener.sessions());
    }
}
