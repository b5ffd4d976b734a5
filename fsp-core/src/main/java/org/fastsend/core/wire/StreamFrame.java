package org.fastsend.core.wire;

import org.fastsend.core.channel.Refusal;

/// What travels on a data stream, sealed record by record (docs/wire.md, "Stream"). A frame fits one
/// record; behind a {@link Put} or {@link Block} the sealed block itself follows in records of {@link
/// StreamFrameCodec#BODY_RECORD_BYTES}.
public sealed interface StreamFrame {
    /// First frame of the initiator: proves that it holds the session's keys.
    record Attach() implements StreamFrame {}

    /// First frame of the acceptor.
    record Attached() implements StreamFrame {}

    /// The saying end asks nothing more on this stream; what it asked before is still answered.
    record Finish() implements StreamFrame {}

    /// Store this block.
    ///
    /// @param length bytes of the sealed block that follow
    record Put(int number, int length) implements StreamFrame {}

    record Stored(int number) implements StreamFrame {}

    record Refused(int number, Refusal refusal, String reason) implements StreamFrame {}

    record Get(int number) implements StreamFrame {}

    /// Here is what was asked for.
    ///
    /// @param length bytes of the sealed block that follow
    record Block(int number, int length) implements StreamFrame {}

    record Cancel(int number) implements StreamFrame {}

    /// Reserved for the in-band buffer negotiation: bytes of the receiver's buffer.
    record BufferSize(long bytes) implements StreamFrame {}

    /// Reserved for the in-band buffer negotiation: the acknowledgement of a {@link BufferSize}.
    record BufferAcknowledged(long bytes) implements StreamFrame {}
}
