package org.fastsend.core.transport;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.congestion.Controller;
import org.fastsend.core.congestion.Report;
import org.fastsend.core.recovery.LossRecovery;
import org.fastsend.core.recovery.PacketFate;
import org.fastsend.core.recovery.RttEstimator;
import org.fastsend.core.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/// The half of a connection that gives: what to send next, what became of it, and what the reports tell
/// the controller. Not thread-safe.
final class SendingSide implements PacketFate {
    private static final int CONTROL = 2;
    private static final int DATA = 4;
    private static final int PING = 8;
    private static final int REPAIR = 16;
    /// What a datagram holds beside the range of a message or a repair.
    private static final int RANGE_OVERHEAD_BYTES = -DatagramWriter.frameBytes(0) + FrameType.MESSAGE_HEAD_BYTES;

    /// Message bytes that an initiator may send before the peer has said how many: less than what urgent messages
    /// may exceed any window by, and enough for a search of the path to begin with.
    static final int EARLY_BYTES = 64 << 10;

    /// Whatever the peer says: a window has to bear that something is added to it.
    private static final long MOST_LIMIT_BYTES = Long.MAX_VALUE / 2;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int LEAST_INTERVAL_MILLIS = 5;
    private static final int MOST_INTERVAL_MILLIS = 20;
    private static final int INTERVALS_PER_RTT = 8;
    /// A report that comes so soon after another holds what that had no room for.
    private static final long FOLLOWING_NANOS = 1_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final Controller controller;
    private final MessageSource source;
    private final ArrayDeque<UdpEvent> events;
    private final int ipOverheadBytes;
    private final OutgoingMessages messages;
    private final LossRecovery recovery = new LossRecovery(this);
    private final ControlFrames controls = new ControlFrames();
    private final DatagramSize size;
    private final MtuSearch mtu;
    private final TailProbe probe = new TailProbe();
    private final SendCounts counts = new SendCounts();
    private final OutgoingRepairs repairs;
    private long limitBytes;
    private boolean appLimited = true;
    private boolean pingDue;
    private long handledNanos = Long.MIN_VALUE / 2;

    /// @param early whether messages may be sent before the peer was heard
    SendingSide(
            UdpSettings settings,
            Controller controller,
            MessageSource source,
            ArrayDeque<UdpEvent> events,
            boolean early) {
        this.controller = controller;
        this.source = source;
        this.events = events;
        this.ipOverheadBytes = settings.ipOverheadBytes();
        this.messages = new OutgoingMessages(settings.maxOfferedBytes());
        this.repairs = new OutgoingRepairs(messages, source, controller, recovery.rtt());
        this.limitBytes = early ? EARLY_BYTES : 0;
        this.size = new DatagramSize(settings, controller);
        this.mtu = size.mtu();
    }

    OutgoingMessages messages() {
        return messages;
    }

    LossRecovery recovery() {
        return recovery;
    }

    MtuSearch mtu() {
        return mtu;
    }

    OutgoingRepairs repairs() {
        return repairs;
    }

    SendCounts counts() {
        return counts;
    }

    /// What the peer said hello with.
    void open(Opening.Hello hello) {
        mtu.limit(hello.maxDatagramBytes());
        raiseLimit(hello.limitBytes());
    }

    private void raiseLimit(long bytes) {
        limitBytes = Math.max(limitBytes, Math.min(bytes, MOST_LIMIT_BYTES));
    }

    /// Takes in the peer's report, behind the frame's type.
    void handleReport(ByteBuffer in, long reverseNanos, long nowNanos) throws MalformedBytesException {
        boolean follows = nowNanos - handledNanos < FOLLOWING_NANOS;
        handledNanos = nowNanos;
        LossRecovery.Digest digest = recovery.handleReport(in, nowNanos).orElse(null);
        if (digest == null) {
            return;
        }
        probe.heard();
        raiseLimit(digest.head().limitBytes());
        if (follows && !recovery.isNews(digest)) {
            return;
        }
        long creditBytes = Math.max(0, limitBytes - messages.freshBytes());
        Report report = recovery.report(digest, reverseNanos, creditBytes, appLimited);
        appLimited = !hasWork();
        controller.handleReport(report, nowNanos);
        counts.queue(controller.insight().queueNanos());
        size.fit();
    }

    /// A peer that is heard has to tell what came.
    void checkReports() throws ProtocolException {
        if (recovery.isOverfull()) {
            throw new ProtocolException("packets are never told of");
        }
    }

    /// The peer does not want a message.
    void handleRefuse(int id) {
        OutgoingMessage message = messages.find(id);
        if (message != null && !message.isWithdrawn()) {
            withdraw(message);
            events.add(new UdpEvent.Refused(id));
        }
    }

    /// The peer has all of a message, part of it from repairs.
    void handleWhole(int id) throws ProtocolException {
        settled(messages.whole(id));
    }

    void cancel(int id) {
        OutgoingMessage message = messages.find(id);
        if (message != null && !message.isWithdrawn()) {
            withdraw(message);
        }
    }

    /// Tells the peer that one of its messages is not wanted.
    void refuse(int id) {
        controls.add(new ControlFrames.Frame(FrameType.REFUSE, id, 0));
    }

    /// Tells the peer that one of its messages is whole, as reports about its packets do not.
    void whole(int id) {
        controls.add(new ControlFrames.Frame(FrameType.WHOLE, id, 0));
    }

    void ping() {
        pingDue = true;
    }

    /// Whether a small datagram wants to leave now.
    boolean isControlDue(long nowNanos) {
        return pingDue || controls.isWaiting() || probeDeadlineNanos() <= nowNanos;
    }

    /// Writes what is due beside messages. Returns whether the packet is tracked on account of that.
    boolean writeControls(ByteBuffer out, long nowNanos) {
        boolean tracked = controls.write(out, recovery.nextNumber());
        if ((pingDue || probeDeadlineNanos() <= nowNanos) && out.hasRemaining()) {
            out.put(FrameType.PING);
            pingDue = false;
            tracked = true;
        }
        return tracked;
    }

    /// A packet of controls was sealed.
    void sentControls(int datagramBytes, boolean tracked, long nowNanos) {
        if (!tracked) {
            recovery.sentUntracked(nowNanos);
            return;
        }
        track(datagramBytes, CONTROL | PING, 0, 0, 0, nowNanos);
        probe.sentTracked(true, nowNanos);
    }

    /// A probe of the path's size was sealed.
    void sentSizeProbe(int datagramBytes, long nowNanos) {
        recovery.sent(datagramBytes + ipOverheadBytes, LossRecovery.SIZE_PROBE, 0, 0, datagramBytes, nowNanos);
        mtu.sentProbe();
        probe.sentTracked(true, nowNanos);
    }

    /// Whether messages have bytes to send that the peer's window allows.
    boolean hasWork() {
        return messages.hasWork(limitBytes);
    }

    /// Whether the bounds on what is in flight allow another datagram.
    boolean mayFly() {
        long after = recovery.inflightBytes() + size.ipBytes();
        return !recovery.isFull() && after <= Math.max(controller.inflightCapBytes(), 2L * size.ipBytes());
    }

    /// How large full datagrams are.
    DatagramSize size() {
        return size;
    }

    /// There was rate to spare.
    void setAppLimited() {
        appLimited = true;
    }

    /// Writes the range that is next into the packet; null if there is none.
    ///
    /// @param bytes behind the buffer
    OutgoingMessages.@Nullable Pick writeRange(ByteBuffer out, byte[] bytes) {
        OutgoingMessages.Pick pick = messages.pick(out.remaining() - FrameType.MESSAGE_HEAD_BYTES, limitBytes);
        if (pick == null) {
            return null;
        }
        out.put(FrameType.MESSAGE)
                .putInt(pick.message)
                .putInt(pick.messageLength)
                .putInt(pick.offset);
        source.read(pick.message, pick.offset, bytes, out.position(), pick.length);
        out.position(out.position() + pick.length);
        return pick;
    }

    /// A packet with that range was sealed.
    void sentRange(OutgoingMessages.Pick pick, int datagramBytes, long nowNanos) {
        messages.taken(pick);
        track(datagramBytes, DATA, pick.message, pick.offset, pick.length, nowNanos);
        probe.sentTracked(false, nowNanos);
        repairs.sentRange(nowNanos);
        counts.data(datagramBytes + ipOverheadBytes, pick.length, pick.again);
    }

    /// A packet with that repair was sealed.
    void sentRepair(OutgoingRepairs.Repair repair, int datagramBytes, long nowNanos) {
        repairs.taken();
        track(datagramBytes, REPAIR, repair.message(), repair.number(), repair.length(), nowNanos);
        probe.sentTracked(false, nowNanos);
        counts.repair(datagramBytes + ipOverheadBytes, repair.length());
    }

    /// How often this end wants to hear from the other.
    int intervalMillis() {
        long share = rtt().smoothedNanos() / INTERVALS_PER_RTT / NANOS_PER_MILLI;
        return Math.clamp(share, LEAST_INTERVAL_MILLIS, MOST_INTERVAL_MILLIS);
    }

    /// When a probe is due because nothing is heard; Long.MAX_VALUE if nothing is waited for.
    long probeDeadlineNanos() {
        if (!recovery.hasInFlight() && !messages.isBlocked(limitBytes)) {
            return NEVER;
        }
        return probe.deadlineNanos(!hasWork(), rtt(), recovery.reorderNanos(), intervalMillis() * NANOS_PER_MILLI);
    }

    /// How long an answer may take.
    long timeoutNanos() {
        return timeoutNanos(0);
    }

    /// The same, doubled so many times, within reason.
    long timeoutNanos(int doublings) {
        return TailProbe.timeoutNanos(rtt(), intervalMillis() * NANOS_PER_MILLI, doublings);
    }

    private RttEstimator rtt() {
        return recovery.rtt();
    }

    /// The peer is at another address now: nothing that was learned about the path holds.
    void pathChanged() {
        mtu.restart();
        rtt().reset();
    }

    @Override
    public void delivered(long number, int flags, int message, int offset, int length, boolean late) {
        if ((flags & LossRecovery.SIZE_PROBE) != 0) {
            mtu.delivered(number, length, handledNanos);
            return;
        }
        if ((flags & CONTROL) != 0) {
            controls.delivered(number).forEach(this::controlDelivered);
            return;
        }
        mtu.delivered(number, length + RANGE_OVERHEAD_BYTES, handledNanos);
        if ((flags & REPAIR) == 0) {
            settled(messages.delivered(message, offset, length));
        } else if (!late) {
            messages.settleRepair(message);
        }
    }

    private void settled(@Nullable OutgoingMessage whole) {
        if (whole != null) {
            events.add(new UdpEvent.Delivered(whole.id));
        }
    }

    @Override
    public void lost(long number, int flags, int message, int offset, int length) {
        if ((flags & LossRecovery.SIZE_PROBE) != 0) {
            mtu.lostProbe(length, handledNanos);
        } else if ((flags & CONTROL) != 0) {
            controls.lost(number);
        } else {
            mtu.lost(number, length + RANGE_OVERHEAD_BYTES);
            if ((flags & REPAIR) != 0) {
                messages.settleRepair(message);
            } else {
                messages.lost(message, offset, length);
            }
        }
    }

    private void controlDelivered(ControlFrames.Frame frame) {
        if (frame.type() == FrameType.CANCEL) {
            messages.settle(frame.message());
        }
    }

    private void withdraw(OutgoingMessage message) {
        messages.withdraw(message);
        controls.add(new ControlFrames.Frame(FrameType.CANCEL, message.id, message.sent()));
    }

    private void track(int datagramBytes, int flags, int message, int offset, int length, long nowNanos) {
        int ipBytes = datagramBytes + ipOverheadBytes;
        controller.handleSent(recovery.nextNumber(), ipBytes, nowNanos);
        recovery.sent(ipBytes, flags, message, offset, length, nowNanos);
    }
}
