package org.fastsend.core.transport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.core.recovery.RepairCode;
import org.fastsend.core.recovery.RepairSolver;
import org.fastsend.core.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/// The repairs that came of messages that are not whole: held, within a bound, until they suffice. Not thread-safe.
final class IncomingRepairs {
    /// All that are held. What comes beyond is of no use; what it would have brought back is sent again.
    static final int MAX_HELD_BYTES = 4 << 20;
    /// Nobody has reason to send smaller pieces than the smallest datagram holds, and they would be many.
    static final int MIN_PIECE_BYTES = 512;
    /// Repairs that suffice by number seldom fail to do so twice or thrice.
    private static final int MOST_FAILURES = 12;

    private final IncomingMessages messages;
    private final MessageSink sink;
    private final Map<Integer, Held> held = new HashMap<>();
    private int heldBytes;
    private long uselessBytes;

    private static final class Held {
        private final RepairSolver solver;
        private int failures;
        private int foundBytes;

        Held(RepairCode code) {
            this.solver = new RepairSolver(code);
        }

        int bytes() {
            return solver.repairs() * solver.code().pieceBytes();
        }
    }

    IncomingRepairs(IncomingMessages messages, MessageSink sink) {
        this.messages = messages;
        this.sink = sink;
    }

    /// Bytes of repairs that came and were of no use, ever.
    long uselessBytes() {
        return uselessBytes;
    }

    /// A repair came.
    ///
    /// @param bytes that the frame holds
    /// @return the message if it is whole by that and wanted
    @Nullable
    IncomingMessage arrived(int id, int from, int number, byte[] bytes) throws ProtocolException {
        if (id < 0 || from < 0 || bytes.length < MIN_PIECE_BYTES) {
            throw new ProtocolException("a repair of what cannot be");
        }
        IncomingMessage message = messages.growing(id);
        if (message == null) {
            uselessBytes += bytes.length;
            return null;
        }
        if (from >= message.length()) {
            throw new ProtocolException("a repair behind the end of message " + id);
        }
        Held repairs = held.computeIfAbsent(id, any -> new Held(new RepairCode(from, message.length(), bytes.length)));
        boolean fits =
                repairs.solver.code().from() == from && repairs.solver.code().pieceBytes() == bytes.length;
        if (!fits || heldBytes + bytes.length > MAX_HELD_BYTES || !repairs.solver.add(number, bytes)) {
            uselessBytes += bytes.length;
            return null;
        }
        heldBytes += bytes.length;
        return tryOn(message);
    }

    /// More of a message came, by itself: with that its repairs may suffice.
    ///
    /// @return the message if it is whole by that and wanted
    @Nullable
    IncomingMessage tryOn(IncomingMessage message) throws ProtocolException {
        Held repairs = held.get(message.id);
        if (repairs == null || repairs.failures > MOST_FAILURES) {
            return null;
        }
        List<RepairSolver.Gap> gaps = gaps(message, repairs.solver);
        if (gaps.isEmpty()) {
            return null;
        }
        boolean solved = repairs.solver.solve(
                gaps,
                (offset, into, length) -> sink.readBack(message.id, offset, into, length),
                (offset, bytes, length) -> {
                    messages.repaired(message, offset, bytes, length);
                    repairs.foundBytes += length;
                });
        repairs.failures += solved ? 0 : 1;
        return message.isWhole() ? message : null;
    }

    /// A message is over: its repairs are of no use any more.
    void forget(int id) {
        Held over = held.remove(id);
        if (over != null) {
            heldBytes -= over.bytes();
            uselessBytes += Math.max(0, over.bytes() - over.foundBytes);
        }
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /// What is missing of the message; empty if the repairs cannot suffice.
    private static List<RepairSolver.Gap> gaps(IncomingMessage message, RepairSolver solver) {
        RangeSet have = message.arrived();
        List<RepairSolver.Gap> gaps = new ArrayList<>();
        long left = (long) solver.repairs() * solver.code().pieceBytes();
        if (have.bytes() + left < message.length()) {
            return List.of();
        }
        for (int from = have.nextMissing(0); from < message.length() && gaps.size() <= solver.repairs(); ) {
            int to = Math.min(message.length(), have.nextPresent(from));
            gaps.add(new RepairSolver.Gap(from, to));
            from = have.nextMissing(to);
        }
        boolean solvable = gaps.size() <= solver.repairs()
                && gaps.getFirst().start() >= solver.code().from();
        return solvable ? gaps : List.of();
    }
}
