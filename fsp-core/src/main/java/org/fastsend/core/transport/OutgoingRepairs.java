package org.fastsend.core.transport;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import org.fastsend.core.congestion.Controller;
import org.fastsend.core.recovery.RepairCode;
import org.fastsend.core.recovery.RttEstimator;

/// The repairs that follow when nothing more is to be sent: whoever waits for the end of a message waits a round trip
/// for each time that something of it is lost, and a lossy path always loses something of its last flight. So each
/// message on its way gets as many repairs as bring back what is probably lost, and what is lost of it is sent again
/// only if these did not suffice. Not thread-safe.
final class OutgoingRepairs {
    /// What is lost by chance is seldom more than the mean and so many times its deviation.
    private static final double DEVIATIONS = 2;
    /// So many more than are lost suffice but for once in a hundred times.
    private static final int SPARE_REPAIRS = 7;
    /// What fewer are lost of in the mean will do without.
    private static final double LEAST_LOST = 0.02;
    /// On a shorter path the end comes soon enough.
    private static final long LEAST_RTT_NANOS = 20_000_000;
    /// Nothing was sent for so long: a part of a round trip and a little, or the application makes a pause.
    private static final int PAUSES_OF_RTT = 64;
    private static final long LEAST_PAUSE_NANOS = 1_000_000;
    /// All repairs together: next to nothing of a long transfer, and one flight's of a short one.
    private static final long FREE_BYTES = 256 << 10;
    private static final int PART_OF_SENT = 200;

    private final OutgoingMessages messages;
    private final MessageSource source;
    private final Controller controller;
    private final RttEstimator rtt;
    private final ArrayDeque<Plan> plans = new ArrayDeque<>();
    private ByteBuffer made = ByteBuffer.allocate(0);
    private int number;
    private boolean armed;
    private long sentNanos;
    private long spentBytes;

    /// A message that is to have so many repairs.
    private record Plan(OutgoingMessage message, RepairCode code, int repairs) {}

    /// A repair that is to be sent.
    record Repair(int message, int number, int length) {}

    /// @param controller knows what the path loses by chance
    OutgoingRepairs(OutgoingMessages messages, MessageSource source, Controller controller, RttEstimator rtt) {
        this.messages = messages;
        this.source = source;
        this.controller = controller;
        this.rtt = rtt;
    }

    /// A range of a message left.
    void sentRange(long nowNanos) {
        armed = true;
        sentNanos = nowNanos;
    }

    /// When a repair is due unless there is something else to send; Long.MAX_VALUE if never.
    long deadlineNanos() {
        return isWaiting() ? Long.MIN_VALUE : planNanos();
    }

    private long planNanos() {
        long rttNanos = rtt.smoothedNanos();
        boolean waits = armed && rttNanos >= LEAST_RTT_NANOS && !messages.isHeldUp();
        return waits ? sentNanos + Math.max(LEAST_PAUSE_NANOS, rttNanos / PAUSES_OF_RTT) : Long.MAX_VALUE;
    }

    /// Nothing more is to be sent: decides on repairs for what is on its way.
    private void plan(int pieceBytes) {
        armed = false;
        double loss = controller.insight().randomLoss();
        if (loss <= 0) {
            return;
        }
        for (OutgoingMessage message : messages.unsettled()) {
            int missing = message.length - message.arrived().bytes();
            double lost = loss * missing / pieceBytes;
            double enough = (lost + DEVIATIONS * Math.sqrt(lost) + SPARE_REPAIRS) / (1 - loss);
            int repairs = (int) Math.ceil(Math.min(enough, (double) missing / pieceBytes + 1));
            RepairCode code = new RepairCode(message.arrived().nextMissing(0), message.length, pieceBytes);
            if (message.isRepaired() || lost < LEAST_LOST || code.isTooMuch(repairs)) {
                continue;
            }
            long bytes = (long) repairs * pieceBytes;
            if (spentBytes + bytes > FREE_BYTES + messages.freshBytes() / PART_OF_SENT) {
                return;
            }
            spentBytes += bytes;
            plans.add(new Plan(message, code, repairs));
        }
    }

    private boolean isWaiting() {
        dropSettled();
        return !plans.isEmpty();
    }

    /// Writes the next repair, if one is due and fills the datagram: of what is lost together, a repair holds as much.
    Optional<Repair> write(ByteBuffer out, long nowNanos) {
        if (!isWaiting() && planNanos() <= nowNanos) {
            plan(pieceBytes(out.remaining()));
        }
        if (isWaiting() && plans.element().code().pieceBytes() != pieceBytes(out.remaining())) {
            clear();
        }
        if (plans.isEmpty()) {
            return Optional.empty();
        }
        Plan plan = plans.element();
        RepairCode code = plan.code();
        if (!made.hasRemaining()) {
            made = code.repairs(
                    plan.repairs(), (offset, into, length) -> source.read(plan.message().id, offset, into, 0, length));
            number = 0;
        }
        out.put(FrameType.REPAIR).putInt(plan.message().id).putInt(code.from()).putInt(number);
        out.put(made.slice(made.position(), code.pieceBytes()));
        return Optional.of(new Repair(plan.message().id, number, code.pieceBytes()));
    }

    /// The repair that was written last is on its way.
    void taken() {
        plans.element().message().sendRepair();
        made.position(made.position() + plans.element().code().pieceBytes());
        number++;
        if (!made.hasRemaining()) {
            plans.remove();
        }
    }

    /// What a repair holds in so many bytes for frames.
    private static int pieceBytes(int frameBytes) {
        return frameBytes - FrameType.MESSAGE_HEAD_BYTES;
    }

    private void clear() {
        plans.clear();
        made = ByteBuffer.allocate(0);
    }

    private void dropSettled() {
        while (!plans.isEmpty() && isSettled(plans.element().message())) {
            plans.remove();
            made = ByteBuffer.allocate(0);
        }
    }

    private boolean isSettled(OutgoingMessage message) {
        return message.isWithdrawn() || messages.find(message.id) != message;
    }
}
