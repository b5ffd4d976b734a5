package org.fastsend.core.transport;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Short frames that must arrive: sent until they do. Not thread-safe.
final class ControlFrames {
    /// A frame about one message.
    ///
    /// @param type [FrameType#CANCEL], [FrameType#REFUSE] or [FrameType#WHOLE]
    /// @param bytes with CANCEL, how much of the message was sent
    record Frame(byte type, int message, int bytes) {
        private static final int LENGTH = 1 + 2 * Integer.BYTES;

        void write(ByteBuffer out) {
            out.put(type).putInt(message).putInt(bytes);
        }
    }

    private final ArrayDeque<Frame> waiting = new ArrayDeque<>();
    private final Map<Long, List<Frame>> onTheirWay = new HashMap<>();

    void add(Frame frame) {
        waiting.add(frame);
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /// Writes what fits into the packet of that number. Returns whether anything was written.
    boolean write(ByteBuffer out, long number) {
        List<Frame> written = new ArrayList<>();
        while (!waiting.isEmpty() && out.remaining() >= Frame.LENGTH) {
            Frame frame = waiting.removeFirst();
            frame.write(out);
            written.add(frame);
        }
        if (!written.isEmpty()) {
            onTheirWay.put(number, written);
        }
        return !written.isEmpty();
    }

    /// The frames of that packet, which arrived.
    List<Frame> delivered(long number) {
        List<Frame> frames = onTheirWay.remove(number);
        return frames == null ? List.of() : frames;
    }

    void lost(long number) {
        waiting.addAll(delivered(number));
    }
}
