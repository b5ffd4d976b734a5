package org.fastsend.core.transport;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/// Takes authentic datagrams apart and hands each frame to whom it concerns. Not thread-safe.
final class Dispatch {
    private static final int CONTROL_BYTES = 2 * Integer.BYTES;

    private final Opening opening;
    private final Closing closing;
    private final Paths paths;
    private final SendingSide sending;
    private final ReceivingSide receiving;
    private final ArrayDeque<UdpEvent> events;
    private boolean opened;

    Dispatch(
            Opening opening,
            Closing closing,
            Paths paths,
            SendingSide sending,
            ReceivingSide receiving,
            ArrayDeque<UdpEvent> events) {
        this.opening = opening;
        this.closing = closing;
        this.paths = paths;
        this.sending = sending;
        this.receiving = receiving;
        this.events = events;
    }

    /// Where a datagram came from and when; its forward delay as two clocks see it.
    record Arrival(
            byte[] bytes, int version, InetSocketAddress from, int datagramBytes, long delayNanos, long nowNanos) {}

    /// Reads frames from position to limit. Returns whether the peer waits to hear that the packet came.
    boolean frames(ByteBuffer in, Arrival arrival) throws MalformedBytesException, ProtocolException {
        boolean tracked = false;
        while (in.hasRemaining()) {
            byte type = in.get();
            if (type == FrameType.PADDING) {
                continue;
            }
            if (closing.isBegun() && type != FrameType.CLOSE) {
                break; // nothing else counts any more
            }
            tracked |= switch (type) {
                case FrameType.HELLO, FrameType.CHALLENGE, FrameType.RESPONSE, FrameType.CLOSE ->
                    aboutConnection(type, in, arrival);
                default -> {
                    if (arrival.version() == DatagramHeader.OPENING_VERSION) {
                        throw new MalformedBytesException("a frame of type " + type + " while opening");
                    }
                    yield aboutMessages(type, in, arrival);
                }
            };
        }
        return tracked;
    }

    private boolean aboutConnection(byte type, ByteBuffer in, Arrival arrival) throws MalformedBytesException {
        switch (type) {
            case FrameType.HELLO -> hello(opening.read(in));
            case FrameType.CHALLENGE -> paths.challenged(token(in), arrival.from());
            case FrameType.RESPONSE -> response(token(in), arrival);
            default -> closed(Closing.read(in));
        }
        return false;
    }

    private boolean aboutMessages(byte type, ByteBuffer in, Arrival arrival)
            throws MalformedBytesException, ProtocolException {
        switch (type) {
            case FrameType.PING -> receiving.reception().hurry();
            case FrameType.MESSAGE -> came(receiving.range(in, arrival.bytes(), arrival.datagramBytes()));
            case FrameType.REPAIR -> came(receiving.repair(in, arrival.datagramBytes()));
            case FrameType.REPORT -> {
                sending.handleReport(in, arrival.delayNanos(), arrival.nowNanos());
                return false;
            }
            case FrameType.CANCEL, FrameType.REFUSE, FrameType.WHOLE -> control(type, in, arrival);
            default -> throw new MalformedBytesException("a frame of the unknown type " + type);
        }
        return true;
    }

    private void came(@Nullable IncomingMessage whole) {
        if (whole == null) {
            return;
        }
        events.add(new UdpEvent.Received(whole.id, whole.length()));
        if (whole.isRepaired()) {
            sending.whole(whole.id);
        }
    }

    private void hello(Opening.Hello hello) {
        boolean first = !opened;
        opened |= opening.isDone();
        if (first && opened) {
            sending.open(hello);
            events.add(new UdpEvent.Opened(Opening.VERSION));
        }
        if (!opening.isDone() && !closing.isBegun()) {
            closing.begin(CloseReason.VERSION, "no common version");
            events.add(new UdpEvent.Closed(CloseReason.VERSION, "no common version"));
        }
    }

    private void response(long token, Arrival arrival) {
        PeerPath asked = paths.unproven();
        if (paths.answered(token, arrival.from())) {
            sending.pathChanged();
            events.add(new UdpEvent.PathChanged(arrival.from()));
        }
        if (asked != null && asked.isValidated() && asked.isChallengedOnce()) {
            sending.recovery().rtt().sample(arrival.nowNanos() - asked.challengedNanos());
        }
    }

    private void closed(Closing.Notice notice) {
        boolean first = !closing.isBegun();
        closing.begin(notice.reason(), "");
        closing.hear();
        if (first) {
            events.add(new UdpEvent.Closed(notice.reason(), notice.text()));
        }
    }

    private void control(byte type, ByteBuffer in, Arrival arrival) throws MalformedBytesException, ProtocolException {
        if (in.remaining() < CONTROL_BYTES) {
            throw new MalformedBytesException("a frame is cut short");
        }
        int message = in.getInt();
        int bytes = in.getInt();
        if (type != FrameType.CANCEL && !sending.messages().wasOffered(message)) {
            throw new ProtocolException("message " + message + " was answered and never offered");
        }
        switch (type) {
            case FrameType.REFUSE -> sending.handleRefuse(message);
            case FrameType.WHOLE -> sending.handleWhole(message);
            default -> {
                if (receiving.withdrawn(message, bytes)) {
                    events.add(new UdpEvent.Withdrawn(message));
                }
            }
        }
        receiving.windowMoved(arrival.nowNanos());
    }

    private static long token(ByteBuffer in) throws MalformedBytesException {
        if (in.remaining() < Long.BYTES) {
            throw new MalformedBytesException("a frame is cut short");
        }
        return in.getLong();
    }
}
