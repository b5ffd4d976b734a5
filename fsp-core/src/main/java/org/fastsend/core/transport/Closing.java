package org.fastsend.core.transport;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.fastsend.core.bytes.MalformedBytesException;

/// The end of a connection. The end that closes says so and repeats it until the other says the same or
/// time is up; the other answers each time it hears it, for a while, and sends nothing else any more.
final class Closing {
    private static final int MAX_TEXT_BYTES = 256;
    private static final int MAX_SENDS = 5;
    /// Whatever a round trip takes: the connection is not to be kept long for it.
    private static final long LONGEST_REPEAT_NANOS = 1_000_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private CloseReason reason = CloseReason.DONE;
    private byte[] text = {};
    private boolean begun;
    private boolean answered;
    private boolean due;
    private int sends;
    private long sentNanos;

    /// What the peer says when it closes.
    record Notice(CloseReason reason, String text) {}

    void begin(CloseReason why, String words) {
        if (begun) {
            return;
        }
        begun = true;
        due = true;
        reason = why;
        String first = words.length() > MAX_TEXT_BYTES / 4 ? words.substring(0, MAX_TEXT_BYTES / 4) : words;
        text = first.getBytes(StandardCharsets.UTF_8); // half a surrogate pair becomes a question mark
    }

    boolean isBegun() {
        return begun;
    }

    /// The peer said that it closes; it is answered once.
    void hear() {
        due = !answered || !begun;
        answered = true;
    }

    /// Nobody will be told.
    void giveUp() {
        begun = true;
        answered = true;
        due = false;
    }

    /// When to say it next; Long.MAX_VALUE if never again.
    long deadlineNanos(long repeatNanos) {
        if (due) {
            return Long.MIN_VALUE;
        }
        return !begun || answered || sends >= MAX_SENDS
                ? NEVER
                : sentNanos + Math.min(repeatNanos, LONGEST_REPEAT_NANOS);
    }

    void write(ByteBuffer out, long nowNanos) {
        out.put(FrameType.CLOSE)
                .put((byte) reason.code())
                .putShort((short) text.length)
                .put(text);
        due = false;
        sends++;
        sentNanos = nowNanos;
    }

    static Notice read(ByteBuffer in) throws MalformedBytesException {
        if (in.remaining() < 1 + Short.BYTES) {
            throw new MalformedBytesException("a close is cut short");
        }
        int code = in.get() & 0xff;
        int length = in.getShort() & 0xffff;
        if (length > MAX_TEXT_BYTES || length > in.remaining()) {
            throw new MalformedBytesException("a close of too many words");
        }
        byte[] words = new byte[length];
        in.get(words);
        return new Notice(CloseReason.of(code).orElse(CloseReason.FAILED), new String(words, StandardCharsets.UTF_8));
    }
}
