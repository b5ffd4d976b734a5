package org.fastsend.core.sim.udp;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fastsend.core.congestion.Controller;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.transport.MessageSink;
import org.fastsend.core.transport.Side;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpEvent;
import org.fastsend.core.transport.UdpSecrets;
import org.fastsend.core.transport.UdpSettings;

/// A connection in the simulated network whose initiator sends messages of one size, one behind the
/// other, without end or a given number of them.
public final class SimFlow {
    /// The skew of a receiver's clock of which nothing else is said.
    static final double RECEIVER_SKEW = -30e-6;

    private static final long SECOND = 1_000_000_000;
    private static final double SENDER_SKEW = 20e-6;
    private static final int LARGE_MESSAGE_BYTES = 1 << 20;

    private final SimEnd sender;
    private final SimEnd receiver;
    private final int messageBytes;
    private final long messages;
    private long messagesLeft;
    private long delivered;
    private long received;
    private boolean stopped;

    /// What a flow is made of.
    ///
    /// @param number makes its addresses and keys different from others'
    public record Plan(
            int number,
            UdpSettings settings,
            Controllers controllers,
            SimClock senderClock,
            SimClock receiverClock,
            int messageBytes,
            long messages) {
        /// Sends large messages without end, between two clocks that know nothing of each other.
        ///
        /// @param receiverSkew of the receiver's clock; the sender's is 20 ppm fast
        static Plan endless(int number, UdpSettings settings, Controllers controllers, double receiverSkew) {
            return new Plan(
                    number,
                    settings,
                    controllers,
                    new SimClock(number * SECOND, SENDER_SKEW),
                    new SimClock(7L * number * SECOND, receiverSkew),
                    LARGE_MESSAGE_BYTES,
                    Long.MAX_VALUE);
        }
    }

    /// Makes the sender's controller.
    @FunctionalInterface
    public interface Controllers {
        Controller make(int datagramIpBytes, long nowNanos);
    }

    /// All messages are zeros: nobody has to keep them.
    private record Zeros() implements MessageSink {
        @Override
        public void write(long messageId, int messageLength, int offset, byte[] bytes, int from, int length) {
            // Whether it is whole is all that counts.
        }

        @Override
        public void readBack(long messageId, int offset, byte[] into, int length) {
            Arrays.fill(into, 0, length, (byte) 0);
        }
    }

    public SimFlow(DatagramWorld world, Plan plan, List<DatagramLink> forward, List<DatagramLink> back) {
        this(world, plan, forward, back, null);
    }

    /// @param disk takes what arrives; null if it is dealt with at once
    public SimFlow(
            DatagramWorld world, Plan plan, List<DatagramLink> forward, List<DatagramLink> back, SimStorage disk) {
        UdpSettings settings = plan.settings();
        messageBytes = plan.messageBytes();
        messages = plan.messages();
        messagesLeft = messages;
        sender = new SimEnd(world, plan.senderClock(), address(1, plan.number()), settings.ipOverheadBytes());
        receiver = new SimEnd(world, plan.receiverClock(), address(2, plan.number()), settings.ipOverheadBytes());
        byte[] exported = new byte[UdpSecrets.EXPORTED_BYTES];
        new Random(plan.number()).nextBytes(exported);
        int ipBytes = settings.usualIpBytes();
        sender.attach(
                new UdpConnection(
                        new UdpSecrets(Side.INITIATOR, exported),
                        settings,
                        receiver.address(),
                        plan.controllers().make(ipBytes, sender.localNanos()),
                        (id, offset, into, at, length) -> Arrays.fill(into, at, at + length, (byte) 0),
                        new Zeros(),
                        plan.number(),
                        sender.localNanos()),
                new SimRoute(forward, receiver));
        receiver.attach(
                new UdpConnection(
                        new UdpSecrets(Side.ACCEPTOR, exported),
                        settings,
                        null,
                        org.fastsend.core.congestion.Algorithm.FSP.controller(
                                RateSettings.UNBOUNDED, ipBytes, receiver.localNanos()),
                        (id, offset, into, at, length) -> java.util.Arrays.fill(into, at, at + length, (byte) 0),
                        new Zeros(),
                        ~plan.number(),
                        receiver.localNanos()),
                new SimRoute(back, sender));
        sender.feed(this::offer);
        sender.listen(event -> delivered += event instanceof UdpEvent.Delivered ? 1 : 0);
        receiver.listen(event -> {
            if (event instanceof UdpEvent.Received whole) {
                received++;
                arrived(disk, whole.length());
            }
        });
    }

    public SimEnd sender() {
        return sender;
    }

    public SimEnd receiver() {
        return receiver;
    }

    /// Messages to be sent in all.
    public long messages() {
        return messages;
    }

    /// Messages that the sender knows to be delivered.
    public long delivered() {
        return delivered;
    }

    /// Messages that are whole at the receiver.
    public long received() {
        return received;
    }

    /// Offers no more messages.
    public void stop() {
        stopped = true;
    }

    /// IP bytes of datagrams that brought message bytes for the first time.
    public long receivedIpBytes() {
        return receiver.connection().statistics().receivedDataIpBytes();
    }

    /// The storage dealt with so much.
    void release(long bytes) {
        receiver.connection().release(bytes, receiver.localNanos());
        receiver.wake();
    }

    private void arrived(SimStorage disk, int bytes) {
        if (disk == null) {
            receiver.connection().release(bytes, receiver.localNanos());
        } else {
            disk.put(this, bytes);
        }
    }

    private void offer() {
        UdpConnection connection = sender.connection();
        while (!stopped && messagesLeft > 0 && connection.offerRoomBytes() >= messageBytes) {
            connection.offer(messageBytes, false, sender.localNanos());
            messagesLeft--;
        }
    }

    private static InetSocketAddress address(int host, int port) {
        byte[] ip = {10, 0, 0, (byte) host};
        try {
            return new InetSocketAddress(java.net.InetAddress.getByAddress(ip), 10_000 + port);
        } catch (java.net.UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }
}
