package org.fastsend.core.transport;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.fastsend.core.congestion.Controller;
import org.fastsend.core.congestion.Pacer;

/// Decides which datagram leaves next: the end of the connection, answers to challenges, hellos,
/// challenges, reports and controls, probes of the path's size, and then, at the controller's pace,
/// messages. Not thread-safe.
final class Outbox {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long NOW = Long.MIN_VALUE;
    /// Left free behind a report for controls.
    private static final int CONTROL_ROOM_BYTES = 32;

    private final DatagramWriter writer;
    private final UdpSettings settings;
    private final Controller controller;
    private final Opening opening;
    private final Closing closing;
    private final Paths paths;
    private final SendingSide sending;
    private final ReceivingSide receiving;
    private final Pacer pacer;
    private final boolean acceptor;
    private long quantumBytes;
    private long reportTold;
    private long reportHeardNanos = NEVER;
    private long sentNanos;

    Outbox(
            UdpSecrets secrets,
            UdpSettings settings,
            Controller controller,
            Opening opening,
            Closing closing,
            Paths paths,
            SendingSide sending,
            ReceivingSide receiving,
            long nowNanos) {
        this.writer = new DatagramWriter(secrets);
        this.settings = settings;
        this.controller = controller;
        this.opening = opening;
        this.closing = closing;
        this.paths = paths;
        this.sending = sending;
        this.receiving = receiving;
        this.pacer = new Pacer(nowNanos);
        this.acceptor = secrets.side() == Side.ACCEPTOR;
        this.sentNanos = nowNanos;
    }

    DatagramWriter writer() {
        return writer;
    }

    boolean poll(DatagramBurst burst, long nowNanos) {
        noteReport(nowNanos);
        if (closing.isBegun()) {
            return close(burst, nowNanos);
        }
        if (hello(burst, nowNanos) || respond(burst, nowNanos) || challenge(burst, nowNanos)) {
            return true;
        }
        PeerPath path = paths.active();
        if (path == null || !opening.maySend() || !path.allows(sending.size().bytes())) {
            return false;
        }
        boolean open = opening.isDone();
        return (open && (control(burst, path, nowNanos) || sizeProbe(burst, path, nowNanos)))
                || data(burst, path, nowNanos);
    }

    /// When [#poll] may have something although nothing happened.
    long deadlineNanos() {
        PeerPath path = paths.active();
        if (path == null) {
            return NEVER;
        }
        if (closing.isBegun()) {
            return closing.deadlineNanos(sending.timeoutNanos());
        }
        long deadline = mayHello(path) ? opening.deadlineNanos(sending.hasWork()) : NEVER;
        if (opening.isDone()) {
            deadline = Math.min(deadline, paths.deadlineNanos(sending::timeoutNanos));
        }
        if (!opening.maySend() || !path.allows(sending.size().bytes())) {
            return deadline;
        }
        if (opening.isDone()) {
            deadline = Math.min(deadline, controlDeadlineNanos());
        }
        long work = sending.hasWork() ? NOW : sending.repairs().deadlineNanos();
        return work < NEVER && sending.mayFly() ? Math.min(deadline, Math.max(work, nextBurstNanos())) : deadline;
    }

    private long controlDeadlineNanos() {
        long deadline = Math.min(keepAliveNanos(), ackDeadlineNanos());
        deadline = Math.min(deadline, receiving.reception().deadlineNanos());
        deadline = Math.min(deadline, sending.probeDeadlineNanos());
        return Math.min(deadline, sending.mtu().deadlineNanos());
    }

    long keepAliveNanos() {
        return sentNanos + settings.keepAliveNanos();
    }

    /// A report that was heard is acknowledged by whatever leaves next, or by a datagram of its own in
    /// a while.
    private void noteReport(long nowNanos) {
        if (reportHeardNanos == NEVER && sending.recovery().lastReport() != reportTold) {
            reportHeardNanos = nowNanos;
        }
    }

    private long ackDeadlineNanos() {
        return reportHeardNanos == NEVER ? NEVER : reportHeardNanos + sending.intervalMillis() * NANOS_PER_MILLI;
    }

    private boolean close(DatagramBurst burst, long nowNanos) {
        PeerPath path = paths.active();
        if (path == null || closing.deadlineNanos(sending.timeoutNanos()) > nowNanos) {
            return false;
        }
        ByteBuffer out = writer.begin(burst, UdpSettings.MIN_DATAGRAM_BYTES);
        closing.write(out, nowNanos);
        int version = opening.isDone() ? Opening.VERSION : DatagramHeader.OPENING_VERSION;
        seal(burst, version, true, path.address(), nowNanos);
        sending.recovery().sentUntracked(nowNanos);
        return true;
    }

    /// A hello, padded, with a challenge and an answer to the peer's.
    private boolean hello(DatagramBurst burst, long nowNanos) {
        PeerPath path = paths.active();
        int bytes = UdpSettings.MIN_DATAGRAM_BYTES;
        if (path == null || !mayHello(path) || opening.deadlineNanos(sending.hasWork()) > nowNanos) {
            return false;
        }
        ByteBuffer out = writer.begin(burst, bytes);
        opening.write(out, receiving.window().limitBytes(), nowNanos);
        if (!path.isValidated()) {
            writeChallenge(out, path, nowNanos);
        }
        Paths.Response response = paths.peekResponse();
        if (response != null && response.to().equals(path.address())) {
            writeResponse(out, response);
        }
        pad(out);
        path.sent(seal(burst, DatagramHeader.OPENING_VERSION, true, path.address(), nowNanos));
        sending.recovery().sentUntracked(nowNanos);
        return true;
    }

    /// An acceptor's hello goes to an address that has not proved itself.
    private boolean mayHello(PeerPath path) {
        return !acceptor || path.allows(UdpSettings.MIN_DATAGRAM_BYTES);
    }

    private boolean respond(DatagramBurst burst, long nowNanos) {
        Paths.Response response = paths.peekResponse();
        if (response == null || !opening.isDone()) {
            return false;
        }
        ByteBuffer out = writer.begin(burst, UdpSettings.MIN_DATAGRAM_BYTES);
        writeResponse(out, response);
        seal(burst, Opening.VERSION, true, response.to(), nowNanos);
        sending.recovery().sentUntracked(nowNanos);
        return true;
    }

    private boolean challenge(DatagramBurst burst, long nowNanos) {
        PeerPath path = paths.unproven();
        if (path == null || !opening.isDone() || paths.deadlineNanos(sending::timeoutNanos) > nowNanos) {
            return false;
        }
        ByteBuffer out = writer.begin(burst, UdpSettings.MIN_DATAGRAM_BYTES);
        writeChallenge(out, path, nowNanos);
        path.sent(seal(burst, Opening.VERSION, true, path.address(), nowNanos));
        sending.recovery().sentUntracked(nowNanos);
        return true;
    }

    private boolean control(DatagramBurst burst, PeerPath path, long nowNanos) {
        boolean report = receiving.reception().deadlineNanos() <= nowNanos;
        if (!report && !sending.isControlDue(nowNanos) && ackDeadlineNanos() > nowNanos) {
            return false;
        }
        ByteBuffer out = writer.begin(burst, sending.size().bytes());
        if (report) {
            out.limit(out.limit() - CONTROL_ROOM_BYTES);
            receiving.writeReport(out, nowNanos);
            out.limit(out.limit() + CONTROL_ROOM_BYTES);
        }
        boolean tracked = sending.writeControls(out, nowNanos);
        int length = seal(burst, Opening.VERSION, true, path.address(), nowNanos);
        path.sent(length);
        sending.sentControls(length, tracked, nowNanos);
        return true;
    }

    private boolean sizeProbe(DatagramBurst burst, PeerPath path, long nowNanos) {
        int bytes = sending.mtu().probe(nowNanos);
        if (bytes == 0 || !path.isValidated() || !sending.mayFly()) {
            return false;
        }
        ByteBuffer out = writer.begin(burst, bytes);
        out.put(FrameType.PING);
        pad(out);
        int length = seal(burst, Opening.VERSION, true, path.address(), nowNanos);
        sending.sentSizeProbe(length, nowNanos);
        pacer.spend(length + settings.ipOverheadBytes());
        return true;
    }

    private boolean data(DatagramBurst burst, PeerPath path, long nowNanos) {
        int datagramBytes = sending.size().bytes();
        while (burst.takes(datagramBytes) && mayPace(nowNanos) && path.allows(burst.length() + datagramBytes)) {
            int length = message(burst, path, nowNanos);
            if (length == 0) {
                sending.setAppLimited();
                quantumBytes = 0;
                break;
            }
            int ipBytes = length + settings.ipOverheadBytes();
            pacer.spend(ipBytes);
            quantumBytes -= ipBytes;
            if (controller.asksForReport()) {
                sending.ping();
                break; // the request goes next
            }
        }
        path.sent(burst.length());
        return burst.segments() > 0;
    }

    /// Adds the range of a message that is next, or a repair where there is none. Returns the datagram's length, 0 if
    /// there is neither.
    private int message(DatagramBurst burst, PeerPath path, long nowNanos) {
        ByteBuffer out = writer.begin(burst, sending.size().bytes());
        OutgoingMessages.Pick pick = sending.writeRange(out, burst.bytes());
        if (pick != null) {
            int length = seal(burst, Opening.VERSION, settings.encrypted(), path.address(), nowNanos);
            sending.sentRange(pick, length, nowNanos);
            return length;
        }
        Optional<OutgoingRepairs.Repair> repair = sending.repairs().write(out, nowNanos);
        if (repair.isEmpty()) {
            return 0;
        }
        int length = seal(burst, Opening.VERSION, settings.encrypted(), path.address(), nowNanos);
        sending.sentRepair(repair.get(), length, nowNanos);
        return length;
    }

    /// Whether another full datagram may leave now; what the pacer allows at once is sent in as many
    /// bursts as it takes.
    private boolean mayPace(long nowNanos) {
        if (!sending.mayFly()) {
            quantumBytes = 0;
            return false;
        }
        if (quantumBytes <= 0) {
            int ipBytes = sending.size().ipBytes();
            int burst = pacer.burstDatagrams(
                    controller.rateBytesPerSecond(),
                    controller.quantumNanos(),
                    controller.creditNanos(),
                    ipBytes,
                    nowNanos);
            quantumBytes = (long) burst * ipBytes;
        }
        return quantumBytes > 0;
    }

    private long nextBurstNanos() {
        return pacer.nextBurstNanos(
                controller.rateBytesPerSecond(),
                controller.quantumNanos(),
                sending.size().ipBytes(),
                sentNanos);
    }

    private void writeChallenge(ByteBuffer out, PeerPath path, long nowNanos) {
        out.put(FrameType.CHALLENGE).putLong(path.challenge(paths.newToken(), nowNanos));
    }

    private void writeResponse(ByteBuffer out, Paths.Response response) {
        out.put(FrameType.RESPONSE).putLong(response.token());
        paths.dropResponse();
    }

    private static void pad(ByteBuffer out) {
        while (out.hasRemaining()) {
            out.put(FrameType.PADDING);
        }
    }

    private int seal(DatagramBurst burst, int version, boolean encrypted, InetSocketAddress to, long nowNanos) {
        sentNanos = nowNanos;
        reportTold = sending.recovery().lastReport();
        reportHeardNanos = NEVER;
        return writer.end(
                burst,
                version,
                encrypted,
                sending.recovery().nextNumber(),
                new DatagramWriter.Prologue(reportTold, sending.intervalMillis()),
                to,
                nowNanos);
    }
}
