package org.fastsend.core.net;

import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.wire.StreamFrame;

/// What a stream's writer does next.
sealed interface Outgoing {
    /// Sends a frame that no block follows.
    record Say(StreamFrame frame) implements Outgoing {}

    /// Asks for something.
    record Asking(Ask ask) implements Outgoing {}

    /// Answers a get with what the host found, whose buffer is given back afterwards.
    ///
    /// @param number that was asked for
    record Answer(int number, SealedBlock block) implements Outgoing {}

    /// Answers a get with a refusal.
    record AnswerRefused(StreamFrame.Refused refused) implements Outgoing {}

    /// Nothing is left to say for now.
    record Flush() implements Outgoing {}

    /// Nothing will ever be left to say.
    record End() implements Outgoing {}
}
