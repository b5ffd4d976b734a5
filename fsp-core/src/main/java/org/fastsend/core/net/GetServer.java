package org.fastsend.core.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.trust.Verb;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamFrame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the gets of one data stream. Numbers wait here; only a few at a time are blocks in memory, at the
/// host or on their way out.
final class GetServer {
    private static final Logger LOG = LoggerFactory.getLogger(GetServer.class);
    private static final Serving.No CANCELLED = new Serving.No(Refusal.BUSY, TcpBlockChannel.CANCELLED);

    /// How often a block that there is no memory for is asked of the host again, and how long between: two
    /// seconds in all, enough for blocks of this very session to be sent meanwhile.
    private static final int MAX_WAITS = 80;

    private static final long WAIT_MILLIS = 25;

    private final Serving serving;
    private final DataStream stream;
    private final ArrayDeque<Integer> waiting = new ArrayDeque<>();
    private final Map<Integer, AtHost> atHost = new HashMap<>();
    private final ArrayDeque<AtHost> answers = new ArrayDeque<>();

    GetServer(Serving serving, DataStream stream) {
        this.serving = serving;
        this.stream = stream;
    }

    /// Whether everything asked was answered; under the session's lock.
    boolean isIdle() {
        return waiting.isEmpty() && atHost.isEmpty();
    }

    /// Reader: a block is asked for.
    void get(int number) throws ProtocolException {
        Optional<Serving.No> no = serving.refusalOf(Verb.GET);
        if (no.isPresent()) {
            stream.say(
                    new StreamFrame.Refused(number, no.get().refusal(), no.get().reason()));
            return;
        }
        stream.lock().lock();
        try {
            if (waiting.contains(number) || atHost.containsKey(number)) {
                throw new ProtocolException("block " + number + " was asked for twice");
            }
            if (waiting.size() >= TcpLimits.MAX_GETS_PER_STREAM) {
                throw new ProtocolException("more than " + TcpLimits.MAX_GETS_PER_STREAM + " blocks were asked for");
            }
            waiting.add(number);
        } finally {
            stream.lock().unlock();
        }
        fetch();
    }

    /// Reader: a block is no longer wanted. It is answered all the same, at once if that spares sending it.
    void cancel(int number) {
        stream.lock().lock();
        try {
            if (waiting.remove(number)) {
                stream.say(new StreamFrame.Refused(number, CANCELLED.refusal(), CANCELLED.reason()));
            } else {
                Optional.ofNullable(atHost.get(number)).ifPresent(AtHost::cancel);
            }
        } finally {
            stream.lock().unlock();
        }
    }

    /// The next answer to send; under the session's lock.
    Optional<Outgoing> next() {
        AtHost answer = answers.poll();
        return answer == null ? Optional.empty() : Optional.of(answer.outgoing());
    }

    /// Writer: sends a block and gives its buffer back.
    void write(Outgoing.Answer answer, FrameWriter out) throws IOException {
        SealedBlock block = answer.block();
        Runnable free = () -> stream.local().served().give(block.bytes());
        boolean announced = false;
        try {
            out.frame(new StreamFrame.Block(answer.number(), block.length()));
            announced = true;
        } finally {
            if (!announced) {
                free.run();
            }
        }
        out.body(block.bytes(), free);
        fetch();
    }

    /// Writer: sends a refusal.
    void write(Outgoing.AnswerRefused answer, FrameWriter out) throws IOException {
        out.frame(answer.refused());
        fetch();
    }

    /// Hands the host as many numbers as may be at it.
    private void fetch() {
        while (true) {
            AtHost next;
            stream.lock().lock();
            try {
                if (waiting.isEmpty() || atHost.size() >= TcpLimits.MAX_GETS_AT_HOST || stream.isClosed()) {
                    return;
                }
                next = new AtHost(waiting.remove());
                atHost.put(next.number, next);
            } finally {
                stream.lock().unlock();
            }
            next.ask();
        }
    }

    /// After the writer has ended: gives back the blocks that it did not send.
    void abandon() {
        stream.lock().lock();
        try {
            answers.forEach(AtHost::release);
            answers.clear();
            waiting.clear();
        } finally {
            stream.lock().unlock();
        }
    }

    /// A get from its handing to the host until it is sent. Its fields are guarded by the session's lock.
    private final class AtHost implements GetReply {
        private final int number;
        private final AtomicBoolean answered = new AtomicBoolean();
        private Optional<ByteBuffer> room = Optional.empty();
        private Optional<SealedBlock> block = Optional.empty();
        private Optional<Serving.No> no = Optional.empty();
        private boolean cancelled;
        private boolean roomless;
        private int waits;

        AtHost(int number) {
            this.number = number;
        }

        void ask() {
            try {
                serving.host().get(serving.grant(), number, this);
            } catch (RuntimeException e) {
                LOG.error(
                        "the host failed to find block {} of {}",
                        number,
                        serving.grant().transfer(),
                        e);
                if (!answered.get()) {
                    refused(Refusal.FAILED, "the host failed");
                }
            }
        }

        @Override
        public Optional<ByteBuffer> room(int bytes) {
            Optional<ByteBuffer> buffer = stream.bufferForGet(bytes);
            stream.lock().lock();
            try {
                room = buffer;
                roomless = buffer.isEmpty();
            } finally {
                stream.lock().unlock();
            }
            return buffer;
        }

        @Override
        public void block(SealedBlock found) {
            answer(Optional.of(found), Optional.empty());
        }

        @Override
        public void refused(Refusal refusal, String reason) {
            if (mayWait()) {
                CompletableFuture.delayedExecutor(WAIT_MILLIS, TimeUnit.MILLISECONDS, Thread::startVirtualThread)
                        .execute(this::ask);
                return;
            }
            answer(Optional.empty(), Optional.of(new Serving.No(refusal, reason)));
        }

        /// Whether it was refused for want of memory, which may come back soon.
        private boolean mayWait() {
            stream.lock().lock();
            try {
                boolean may = roomless && !cancelled && !stream.isClosed() && waits < MAX_WAITS;
                roomless = false;
                waits++;
                return may;
            } finally {
                stream.lock().unlock();
            }
        }

        void cancel() {
            cancelled = true;
            if (block.isPresent()) {
                release();
                no = Optional.of(CANCELLED);
            }
        }

        void release() {
            block.map(SealedBlock::bytes).ifPresent(stream.local().served()::give);
            block = Optional.empty();
        }

        /// Leaves the host's account: from here on the writer sends it, whatever happens.
        Outgoing outgoing() {
            atHost.remove(number);
            return block.<Outgoing>map(found -> new Outgoing.Answer(number, found))
                    .orElseGet(() -> {
                        Serving.No reason = no.orElse(CANCELLED);
                        return new Outgoing.AnswerRefused(
                                new StreamFrame.Refused(number, reason.refusal(), reason.reason()));
                    });
        }

        private void answer(Optional<SealedBlock> found, Optional<Serving.No> refusal) {
            if (!answered.compareAndSet(false, true)) {
                throw new IllegalStateException("the host answered twice for block " + number);
            }
            stream.lock().lock();
            try {
                if (found.isEmpty()) {
                    room.ifPresent(stream.local().served()::give);
                }
                room = Optional.empty(); // it is the block's now
                block = found;
                no = refusal;
                if (stream.isClosed()) {
                    release();
                    return;
                }
                if (cancelled) {
                    cancel();
                }
                answers.add(this);
                stream.wakeWriter();
            } finally {
                stream.lock().unlock();
            }
        }
    }
}
