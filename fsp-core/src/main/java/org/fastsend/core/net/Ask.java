package org.fastsend.core.net;

import java.util.Optional;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.wire.StreamFrame;

/// One put or get of a channel, from its acceptance to the listener's hearing of it. Guarded by the
/// session's lock.
final class Ask {
    /// How far it has come.
    enum State {
        /// Waits for a stream.
        QUEUED,
        /// A stream's writer reads the block's bytes: nobody may hear of it yet, since the buffer would be
        /// reused.
        WRITING,
        /// Waits for its answer.
        ASKED
    }

    private final int number;
    private final Optional<SealedBlock> block;
    private State state = State.QUEUED;
    private boolean cancelled;
    private Optional<StreamAsker> stream = Optional.empty();
    private Optional<StreamFrame> earlyAnswer = Optional.empty();

    private Ask(int number, Optional<SealedBlock> block) {
        this.number = number;
        this.block = block;
    }

    static Ask put(SealedBlock block) {
        return new Ask(block.number(), Optional.of(block));
    }

    static Ask get(int number) {
        return new Ask(number, Optional.empty());
    }

    int number() {
        return number;
    }

    /// The block to put; empty for a get.
    Optional<SealedBlock> block() {
        return block;
    }

    boolean isPut() {
        return block.isPresent();
    }

    /// Sealed bytes to put; a get's are not known.
    int putBytes() {
        return block.map(SealedBlock::length).orElse(0);
    }

    State state() {
        return state;
    }

    void state(State state) {
        this.state = state;
    }

    boolean isCancelled() {
        return cancelled;
    }

    void cancel() {
        cancelled = true;
    }

    /// Where it is asked, once it is.
    Optional<StreamAsker> stream() {
        return stream;
    }

    void stream(StreamAsker stream) {
        this.stream = Optional.of(stream);
    }

    /// An answer that came while the block was still being written.
    Optional<StreamFrame> earlyAnswer() {
        return earlyAnswer;
    }

    void earlyAnswer(StreamFrame answer) {
        earlyAnswer = Optional.of(answer);
    }
}
