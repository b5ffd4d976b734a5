package org.fastsend.core.net.datagram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.net.linux.LinuxCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Both kinds of socket, over IPv4 and IPv6.
class DatagramIoTest {
    private static final int MAX_WAITS = 200;
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /// What came, and from where.
    private record Came(byte[] bytes, InetSocketAddress from) {}

    private static DatagramIo open(DatagramSockets kind, String host) throws IOException {
        assumeTrue(kind != DatagramSockets.NATIVE || LinuxCalls.areAvailable(), "not a Linux");
        return kind.open(new InetSocketAddress(InetAddress.getByName(host), 0));
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1", "::1"})
    void aSiblingGetsWhatItsPeerSendsAndTheFirstSocketEverythingElse(String host) throws IOException {
        assumeTrue(LinuxCalls.areAvailable(), "not a Linux");
        InetSocketAddress any = new InetSocketAddress(InetAddress.getByName(host), 0);
        try (DatagramIo first = DatagramSockets.NATIVE.openWithSiblings(any);
                DatagramIo sibling = first.sibling();
                DatagramIo peer = open(DatagramSockets.NATIVE, host);
                DatagramIo stranger = open(DatagramSockets.NATIVE, host)) {
            assertTrue(first.hasSiblings());
            assertFalse(sibling.hasSiblings() || peer.hasSiblings());
            assertTrue(send(peer, 100, 100, first.localAddress()));
            assertEquals(peer.localAddress(), receive(first, 1).getFirst().from());
            sibling.aim(peer.localAddress());
            for (int i = 0; i < 20; i++) {
                assertTrue(send(stranger, 100, 100, first.localAddress()));
            }
            assertTrue(send(peer, 5000, 1000, first.localAddress()));
            receive(first, 20);
            assertEquals(peer.localAddress(), receive(sibling, 5).getFirst().from());
            assertTrue(send(sibling, 5000, 1000, peer.localAddress()));
            assertEquals(first.localAddress(), receive(peer, 5).getFirst().from());
            sibling.aim(stranger.localAddress());
            assertTrue(send(stranger, 100, 100, first.localAddress()));
            assertEquals(stranger.localAddress(), receive(sibling, 1).getFirst().from());
        }
    }

    /// IPv4 carries 65,507 bytes; most links carry far less, which the kernel knows of the nearest one.
    @ParameterizedTest
    @EnumSource(DatagramSockets.class)
    void whoeverSendsLongerDatagramsThanTheHostDoesIsToldHowLongTheyWere(DatagramSockets kind) throws IOException {
        try (DatagramIo sender = open(kind, "127.0.0.1");
                DatagramIo receiver = open(kind, "127.0.0.1")) {
            assertTrue(send(sender, 65_507, 65_507, receiver.localAddress()));
            assertEquals(0, sender.tooLongBytes());
            assertTrue(send(sender, 65_520, 65_520, receiver.localAddress()), "it is as if the network had lost it");
            assertEquals(65_520, sender.tooLongBytes());
            assertTrue(send(sender, 1_472, 1_472, receiver.localAddress()));
            assertEquals(0, sender.tooLongBytes());
            assertEquals(
                    List.of(65_507, 1_472),
                    receive(receiver, 2).stream()
                            .map(came -> came.bytes().length)
                            .toList());
        }
    }

    private static List<Came> receive(DatagramIo io, int count) throws IOException {
        List<Came> came = new ArrayList<>();
        for (int waits = 0; came.size() < count && waits < MAX_WAITS; waits++) {
            io.await(WAIT_NANOS, false);
            io.receive((bytes, offset, length, from, _) ->
                    came.add(new Came(Arrays.copyOfRange(bytes, offset, offset + length), from)));
        }
        assertEquals(count, came.size());
        return came;
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i * 31 + i / 251);
        }
        return bytes;
    }

    private static boolean send(DatagramIo io, int count, int datagramBytes, InetSocketAddress to) throws IOException {
        return io.send(bytes(count), 0, count, datagramBytes, to) == count;
    }

    @ParameterizedTest
    @CsvSource({
        "NATIVE,NATIVE,127.0.0.1",
        "NATIVE,NIO,127.0.0.1",
        "NIO,NATIVE,127.0.0.1",
        "NIO,NIO,127.0.0.1",
        "NATIVE,NATIVE,::1",
        "NIO,NATIVE,::1",
        "NATIVE,NIO,::1"
    })
    void aBurstComesAsTheDatagramsItWasCutInto(DatagramSockets from, DatagramSockets to, String host)
            throws IOException {
        assumeTrue(hasAddress(host), "no IPv6 here");
        try (DatagramIo sender = open(from, host);
                DatagramIo receiver = open(to, host)) {
            byte[] sent = bytes(10 * 1400 + 77);
            assertEquals(sent.length, sender.send(sent, 0, sent.length, 1400, receiver.localAddress()));
            List<Came> came = receive(receiver, 11);
            byte[] joined = new byte[sent.length];
            int position = 0;
            for (Came datagram : came) {
                assertEquals(sender.localAddress(), datagram.from());
                System.arraycopy(datagram.bytes(), 0, joined, position, datagram.bytes().length);
                position += datagram.bytes().length;
            }
            assertArrayEquals(sent, joined);
            assertEquals(1400, came.getFirst().bytes().length);
            assertEquals(77, came.getLast().bytes().length);

            assertTrue(send(receiver, 5, 5, came.getFirst().from()));
            assertArrayEquals(bytes(5), receive(sender, 1).getFirst().bytes());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "NIO"})
    void whoListensAtEveryAddressIsReachedOverBothFamilies(DatagramSockets kind) throws IOException {
        assumeTrue(kind != DatagramSockets.NATIVE || LinuxCalls.areAvailable(), "not a Linux");
        try (DatagramIo all = kind.open(new InetSocketAddress(0))) {
            for (String host : List.of("127.0.0.1", "::1")) {
                if (hasAddress(host)) {
                    try (DatagramIo sender = open(kind, host)) {
                        InetSocketAddress to =
                                new InetSocketAddress(host, all.localAddress().getPort());
                        assertTrue(send(sender, 2800, 1400, to));
                        List<Came> came = receive(all, 2);
                        assertEquals(sender.localAddress(), came.getFirst().from());
                        assertTrue(send(all, 3000, 1000, came.getFirst().from()));
                        assertEquals(to, receive(sender, 3).getFirst().from());
                    }
                }
            }
        }
    }

    @Test
    void aKernelThatRefusesToCutIsSentDatagramsOneByOne() throws IOException {
        try (DatagramIo sender = open(DatagramSockets.NATIVE, "127.0.0.1");
                DatagramIo receiver = open(DatagramSockets.NIO, "127.0.0.1")) {
            assumeTrue(sender.cutsBursts(), "this kernel never cuts");
            // more than 128 in one call are refused by every kernel
            assertTrue(send(sender, 200 * 100, 100, receiver.localAddress()));
            assertEquals(200, receive(receiver, 200).size());
            assertFalse(sender.cutsBursts());
            assertTrue(send(sender, 2800, 1400, receiver.localAddress()));
            assertEquals(2, receive(receiver, 2).size());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "NIO"})
    void whatHasNoWayToItsAddressIsLostAndTheSocketLivesOn(DatagramSockets kind) throws IOException {
        try (DatagramIo io = open(kind, "127.0.0.1")) {
            for (String host : List.of("2001:db8::1", "::", "10.1.2.3", "240.0.0.1", "255.255.255.255")) {
                assertTrue(send(io, 100, 100, new InetSocketAddress(host, 9)), host);
            }
            assertTrue(send(io, 100, 100, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), "port 0");
            assertTrue(send(io, 5, 5, io.localAddress()));
            assertArrayEquals(bytes(5), receive(io, 1).getFirst().bytes());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "NIO"})
    void anotherThreadWakesTheOwner(DatagramSockets kind) throws Exception {
        try (DatagramIo io = open(kind, "127.0.0.1")) {
            for (int round = 0; round < 100; round++) {
                Thread waker = Thread.ofPlatform().start(io::wakeUp);
                io.await(TimeUnit.MINUTES.toNanos(10), false);
                waker.join();
            }
            io.await(TimeUnit.MICROSECONDS.toNanos(100), false); // and nothing rings on
            assertEquals(0, io.receive((_, _, _, _, _) -> {}));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "NIO"})
    void aPortIsTakenOnce(DatagramSockets kind) throws IOException {
        try (DatagramIo first = open(kind, "127.0.0.1")) {
            assertThrows(BindException.class, () -> kind.open(first.localAddress()));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "NIO"})
    void wakingAClosedSocketDoesNothing(DatagramSockets kind) throws IOException {
        DatagramIo io = open(kind, "127.0.0.1");
        io.close();
        io.wakeUp();
        io.close();
    }

    private static boolean hasAddress(String host) {
        try (DatagramIo _ = DatagramSockets.NIO.open(new InetSocketAddress(InetAddress.getByName(host), 0))) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
