package org.fastsend.core.transport;

import java.nio.ByteBuffer;
import org.fastsend.core.bytes.MalformedBytesException;

/// The first exchange: both ends say hello, with the versions they speak, the largest datagram they
/// take and their receive window. The initiator repeats its hello until it hears one; the acceptor
/// answers each one (docs/wire.md, "UDP").
final class Opening {
    /// What this code speaks.
    static final int VERSION = 1;

    /// Messages may follow the first hello at once. What does, is lost with the hello: then it is said twice.
    private static final int HELLOS_AT_ONCE = 2;

    private static final long FIRST_REPEAT_NANOS = 200_000_000;
    /// Where the peer's answer must have been lost.
    private static final long MISSED_REPEAT_NANOS = 20_000_000;

    private static final int MAX_DOUBLINGS = 3;
    private static final long NEVER = Long.MAX_VALUE;

    private final boolean initiator;
    private final int maxDatagramBytes;
    private boolean heard;
    private boolean missed;
    private boolean answerDue;
    private int version;
    private int sent;
    private long sentNanos;

    Opening(Side side, int maxDatagramBytes) {
        this.initiator = side == Side.INITIATOR;
        this.maxDatagramBytes = maxDatagramBytes;
    }

    /// What a hello says beside versions.
    record Hello(int maxDatagramBytes, long limitBytes) {}

    /// When a hello is due; Long.MAX_VALUE if none is.
    ///
    /// @param followed whether there are messages to follow it
    long deadlineNanos(boolean followed) {
        if (answerDue || (initiator && sent < (followed ? HELLOS_AT_ONCE : 1))) {
            return Long.MIN_VALUE;
        }
        long repeatNanos = missed ? MISSED_REPEAT_NANOS : FIRST_REPEAT_NANOS;
        return initiator && !heard ? sentNanos + (repeatNanos << Math.min(sent - 1, MAX_DOUBLINGS)) : NEVER;
    }

    /// Something came that only follows a hello: the peer has heard one, and its answer was lost.
    void missed() {
        missed = true;
    }

    void write(ByteBuffer out, long limitBytes, long nowNanos) {
        out.put(FrameType.HELLO).put((byte) 1).put((byte) VERSION).putShort((short) maxDatagramBytes);
        out.putLong(limitBytes);
        answerDue = false;
        sent++;
        sentNanos = nowNanos;
    }

    /// Takes in the peer's hello, behind the frame's type.
    Hello read(ByteBuffer in) throws MalformedBytesException {
        int versions = in.hasRemaining() ? in.get() & 0xff : 0;
        if (in.remaining() < versions + Short.BYTES + Long.BYTES) {
            throw new MalformedBytesException("a hello is cut short");
        }
        boolean common = false;
        for (int i = 0; i < versions; i++) {
            common |= in.get() == VERSION;
        }
        Hello hello = new Hello(in.getShort() & 0xffff, in.getLong());
        if (hello.maxDatagramBytes() < UdpSettings.MIN_DATAGRAM_BYTES || hello.limitBytes() < 0) {
            throw new MalformedBytesException("a hello of impossible limits");
        }
        heard = true;
        answerDue |= !initiator;
        version = common ? VERSION : version; // a later hello takes nothing back
        return hello;
    }

    /// Whether the peer's hello came and both ends speak a common version.
    boolean isDone() {
        return heard && version > 0;
    }

    /// Whether messages may be sent: both ends have said hello, or this one, which began, believes that the other
    /// speaks its version.
    boolean maySend() {
        return isDone() || (initiator && sent > 0 && !heard);
    }

    /// Whether the peer's hello came, with whatever versions.
    boolean isHeard() {
        return heard;
    }
}
