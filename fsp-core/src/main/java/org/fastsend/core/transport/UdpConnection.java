package org.fastsend.core.transport;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.congestion.Controller;
import org.fastsend.core.congestion.Insight;
import org.fastsend.core.recovery.RttEstimator;
import org.fastsend.core.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/// One end of a UDP connection: messages in both directions, reliable and unordered among each other,
/// at the rate its controller allows (docs/wire.md, "UDP"). Sans-IO: the owner's loop feeds datagrams
/// and time and sends what [#pollTransmit] gives. One loop, after anything was handled:
///
/// ```
/// while (connection.pollTransmit(burst, now)) send(burst);
/// while (connection.pollEvent() is present) act on it;
/// wait for a datagram until connection.nextDeadlineNanos(), then handleDatagram... or handleTimer
/// ```
///
/// All times are nanoseconds of one [org.fastsend.core.time.NanoClock]. Not thread-safe: one loop owns
/// it.
public final class UdpConnection {
    private static final long NEVER = Long.MAX_VALUE;

    private final UdpSettings settings;
    private final Controller controller;
    private final ArrayDeque<UdpEvent> events = new ArrayDeque<>();
    private final Inbox inbox;
    private final Outbox outbox;
    private final Opening opening;
    private final Closing closing = new Closing();
    private final Paths paths;
    private final SendingSide sending;
    private final ReceivingSide receiving;
    private long controllerNanos = Long.MIN_VALUE;
    private boolean over;

    /// @param peer where the first datagram goes; an acceptor has none and answers whoever proves itself
    /// @param controller decides the rate of what this end sends
    /// @param seed for path challenges; unpredictable outside simulations
    public UdpConnection(
            UdpSecrets secrets,
            UdpSettings settings,
            @Nullable InetSocketAddress peer,
            Controller controller,
            MessageSource source,
            MessageSink sink,
            long seed,
            long nowNanos) {
        this.settings = settings;
        this.controller = controller;
        this.opening = new Opening(secrets.side(), settings.maxDatagramBytes());
        this.paths = new Paths(peer, seed);
        this.sending = new SendingSide(settings, controller, source, events, peer != null);
        this.receiving = new ReceivingSide(settings, sink, nowNanos);
        Dispatch dispatch = new Dispatch(opening, closing, paths, sending, receiving, events);
        this.inbox = new Inbox(secrets, opening, paths, receiving, dispatch, nowNanos);
        this.outbox = new Outbox(secrets, settings, controller, opening, closing, paths, sending, receiving, nowNanos);
    }

    /// The connection id that a datagram names: which connection it belongs to. 0 if it is none of
    /// FSP's.
    public static long connectionIdOf(byte[] bytes, int offset, int length) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return DatagramHeader.isPlausible(in, offset, length) ? DatagramHeader.connection(in, offset) : 0;
    }

    /// Length of the datagram that starts here, by its own header, for what the kernel joined; -1 if it
    /// is none of FSP's.
    public static int lengthOf(byte[] bytes, int offset, int length) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return DatagramHeader.isPlausible(in, offset, length) ? DatagramHeader.length(in, offset) : -1;
    }

    /// One datagram arrived. It is opened in place: the bytes are of no use afterwards. Whatever it
    /// holds, it is either an authentic new datagram of this connection or has no effect but on a
    /// counter.
    public void handleDatagram(byte[] bytes, int offset, int length, InetSocketAddress from, long nowNanos) {
        if (over) {
            return;
        }
        try {
            inbox.handle(bytes, offset, length, from, nowNanos);
            sending.checkReports();
        } catch (MalformedBytesException | ProtocolException e) {
            close(CloseReason.PROTOCOL, "the peer broke the protocol: " + e.getMessage(), nowNanos);
        }
    }

    /// At or after [#nextDeadlineNanos]; earlier calls do no harm.
    public void handleTimer(long nowNanos) {
        if (over) {
            return;
        }
        advanceController(nowNanos);
        paths.dropSilentCandidate();
        if (nowNanos >= idleDeadlineNanos() && !closing.isBegun()) {
            closing.giveUp();
            events.add(new UdpEvent.Closed(CloseReason.SILENCE, "nothing was heard from the peer any more"));
        }
        if (nowNanos >= outbox.keepAliveNanos() && opening.isDone()) {
            sending.ping();
        }
    }

    /// When to call [#handleTimer] and [#pollTransmit] next if nothing arrives; Long.MAX_VALUE if never.
    public long nextDeadlineNanos() {
        if (over) {
            return NEVER;
        }
        long deadline = Math.min(outbox.deadlineNanos(), closing.isBegun() ? NEVER : idleDeadlineNanos());
        return Math.min(deadline, opening.maySend() ? controllerDeadlineNanos() : NEVER);
    }

    /// Fills the burst with what is to be sent now; false if there is nothing now.
    public boolean pollTransmit(DatagramBurst burst, long nowNanos) {
        burst.clear();
        if (over) {
            return false;
        }
        advanceController(nowNanos);
        return outbox.poll(burst, nowNanos);
    }

    /// The system refused a datagram of this size (EMSGSIZE): the path's are smaller.
    public void handleTooLarge(int datagramBytes, long nowNanos) {
        sending.mtu().tooLarge(datagramBytes, nowNanos);
    }

    /// The next event that was not taken yet.
    public Optional<UdpEvent> pollEvent() {
        return Optional.ofNullable(events.pollFirst());
    }

    /// Message bytes that may be offered now: back-pressure. 0 if nothing may be; any one message
    /// passes when nothing is on its way.
    public long offerRoomBytes() {
        return closing.isBegun() ? 0 : sending.messages().roomBytes();
    }

    /// Message bytes that were offered and not sent yet, not even once.
    public long unsentBytes() {
        return sending.messages().unsentBytes();
    }

    /// Puts a message on its way; it may be offered before the connection is open. Room is not checked,
    /// only that no more than 65,536 messages are between the oldest and the newest on their way.
    ///
    /// @param length 1 byte or more
    /// @param urgent goes before all that is not; for what is small and waited for
    /// @return the message's id: 0, 1, 2...
    public long offer(int length, boolean urgent, long nowNanos) {
        return sending.messages().offer(length, urgent);
    }

    /// Takes an offered message back; nothing more of it is sent. No effect if it is delivered already.
    /// No event follows.
    public void cancel(long messageId, long nowNanos) {
        sending.cancel((int) messageId);
    }

    /// Tells the peer that one of its messages is not wanted: no range of it goes to the sink from now
    /// on.
    public void refuse(long messageId, long nowNanos) {
        try {
            if (receiving.refuse((int) messageId)) {
                sending.refuse((int) messageId);
            }
        } catch (ProtocolException e) {
            throw new IllegalArgumentException("message " + messageId + " cannot be refused", e);
        }
    }

    /// So many bytes that went to the sink are dealt with: written, or dropped. They make room in the
    /// receive window.
    public void release(long bytes, long nowNanos) {
        receiving.release(bytes, nowNanos);
    }

    /// What the storage behind the sink takes, told to the sending controller; Long.MAX_VALUE if it
    /// sets no limit. The receive window limits it in any case, when it fills.
    public void limitReceiving(long bytesPerSecond) {
        receiving.limitStorage(bytesPerSecond);
    }

    /// Ends the connection in order: tells the peer, repeats it until heard or given up;
    /// [UdpEvent.Closed] follows. What is not delivered yet is given up, so wait for
    /// [UdpEvent.Delivered] first.
    public void close(CloseReason reason, String text, long nowNanos) {
        if (!closing.isBegun()) {
            closing.begin(reason, text);
            events.add(new UdpEvent.Closed(reason, text));
        }
    }

    /// Whether [UdpEvent.Closed] was told and the peer was told as well as can be: nothing will ever be
    /// sent again.
    public boolean isClosed() {
        over |= closing.isBegun() && outbox.deadlineNanos() == NEVER;
        return over;
    }

    /// What was counted until now.
    public UdpStatistics statistics() {
        RttEstimator rtt = sending.recovery().rtt();
        SendCounts counts = sending.counts();
        return new UdpStatistics(
                outbox.writer().datagrams(),
                outbox.writer().bytes() + outbox.writer().datagrams() * settings.ipOverheadBytes(),
                counts.dataIpBytes(),
                counts.dataBytes(),
                counts.resentRanges(),
                counts.resentBytes(),
                counts.repairs(),
                sending.messages().deliveredBytes(),
                sending.recovery().lostPackets(),
                sending.recovery().spuriousPackets(),
                inbox.taken(),
                receiving.dataIpBytes(),
                receiving.window().arrivedBytes(),
                receiving.duplicateBytes(),
                inbox.dropped(),
                sending.mtu().datagramBytes(),
                rtt.latestNanos(),
                rtt.isMeasured() ? rtt.smoothedNanos() : 0,
                rtt.minNanos(),
                sending.recovery().inflightBytes(),
                controller.rateBytesPerSecond(),
                counts.queueMeanNanos(),
                counts.queueP95Nanos());
    }

    /// The controller that decides the rate; its settings may be changed while the connection runs.
    public Controller controller() {
        return controller;
    }

    /// Whether it could send more than what the host's aggregate cap leaves to it.
    public boolean isHeldBack() {
        return sending.hasWork() && controller.insight().rule() == Insight.Rule.AGGREGATE;
    }

    private void advanceController(long nowNanos) {
        if (controller.nextDeadlineNanos() <= nowNanos) {
            controller.handleTimer(nowNanos);
            controllerNanos = nowNanos;
        }
        if (controller.asksForReport()) {
            sending.ping();
        }
    }

    /// A deadline that handling did not move waits for something else than time.
    private long controllerDeadlineNanos() {
        long deadline = controller.nextDeadlineNanos();
        return deadline > controllerNanos ? deadline : NEVER;
    }

    private long idleDeadlineNanos() {
        return inbox.heardNanos() + settings.idleTimeoutNanos();
    }
}
