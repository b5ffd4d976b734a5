package org.fastsend.core.transport;

/// The types of frames in a datagram's body (docs/wire.md, "UDP").
final class FrameType {
    static final byte PADDING = 0;
    static final byte HELLO = 1;
    static final byte PING = 2;
    static final byte REPORT = 3;
    static final byte MESSAGE = 4;
    static final byte CANCEL = 5;
    static final byte REFUSE = 6;
    static final byte CHALLENGE = 7;
    static final byte RESPONSE = 8;
    static final byte CLOSE = 9;
    static final byte REPAIR = 10;
    static final byte WHOLE = 11;

    /// What a range of a message, or a repair, has before its bytes: type, message and two more numbers.
    static final int MESSAGE_HEAD_BYTES = 1 + 3 * Integer.BYTES;

    private FrameType() {}
}
