package org.fastsend.core.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.trust.Verb;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamFrame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the puts of one data stream: reads a block, verifies it, hands it to the host and sends the
/// host's word. Blocks at the host are bounded; beyond that the stream is not read, and TCP slows the peer
/// down.
final class PutServer {
    private static final Logger LOG = LoggerFactory.getLogger(PutServer.class);

    private final Serving serving;
    private final DataStream stream;
    private final Condition room;
    private int puts;
    private long putBytes;

    PutServer(Serving serving, DataStream stream) {
        this.serving = serving;
        this.stream = stream;
        this.room = stream.lock().newCondition();
    }

    /// Whether the host owes no answer; under the session's lock.
    boolean isIdle() {
        return puts == 0;
    }

    /// Reader: the block follows.
    void put(StreamFrame.Put frame, FrameReader in) throws IOException, ProtocolException, InterruptedException {
        Optional<Serving.No> no = refusalOf(frame);
        if (no.isPresent()) {
            in.skip(frame.length());
            refuse(frame.number(), no.get());
            return;
        }
        Held held = new Held(frame.number(), frame.length());
        try {
            awaitRoom(frame.length());
            held.read(in);
        } catch (IOException | ProtocolException | InterruptedException e) {
            held.release();
            serving.allowance().give(frame.length());
            throw e;
        }
        held.host();
    }

    /// The stream has ended: lets a waiting reader go. Under the session's lock.
    void close() {
        room.signalAll();
    }

    private Optional<Serving.No> refusalOf(StreamFrame.Put frame) {
        Optional<Serving.No> no = serving.refusalOf(Verb.PUT);
        if (no.isPresent()) {
            return no;
        }
        int maxBytes = stream.local().maxBlockBytes();
        if (frame.length() > maxBytes) {
            return Optional.of(new Serving.No(
                    Refusal.BAD_BLOCK, "a block of " + frame.length() + " bytes is larger than " + maxBytes));
        }
        return serving.allowance().take(frame.length())
                ? Optional.empty()
                : Optional.of(new Serving.No(Refusal.FULL, "the capability's bytes are used up"));
    }

    private void refuse(int number, Serving.No no) {
        stream.say(new StreamFrame.Refused(number, no.refusal(), no.reason()));
    }

    private void awaitRoom(int bytes) throws IOException, InterruptedException {
        stream.lock().lock();
        try {
            while (puts > 0
                    && (puts >= TcpLimits.MAX_PUTS_PER_STREAM
                            || putBytes + bytes > TcpLimits.MAX_PUT_BYTES_PER_STREAM)) {
                stream.checkOpen();
                room.await();
            }
        } finally {
            stream.lock().unlock();
        }
    }

    /// A block between its arrival and the host's reply: its buffer, and its place in the window.
    private final class Held implements PutReply {
        private final int number;
        private final int length;
        private final AtomicBoolean answered = new AtomicBoolean();
        private Optional<ByteBuffer> buffer = Optional.empty();

        Held(int number, int length) {
            this.number = number;
            this.length = length;
        }

        void read(FrameReader in) throws IOException, ProtocolException, InterruptedException {
            ByteBuffer taken = stream.takeBufferForPut(length);
            buffer = Optional.of(taken);
            in.body(taken);
        }

        /// Hands the block to the host if it is what it should be.
        void host() {
            stream.lock().lock();
            try {
                puts++;
                putBytes += length;
            } finally {
                stream.lock().unlock();
            }
            try {
                SealedBlock block = SealedBlock.parse(buffer.orElseThrow());
                Optional<Serving.No> no = serving.refusalOf(block, number);
                if (no.isPresent()) {
                    refused(no.get().refusal(), no.get().reason());
                } else {
                    serving.host().put(serving.grant(), block, this);
                }
            } catch (BlockFormatException e) {
                Serving.No no = Serving.malformed(e);
                refused(no.refusal(), no.reason());
            } catch (RuntimeException e) {
                LOG.error(
                        "the host failed to take block {} of {}",
                        number,
                        serving.grant().transfer(),
                        e);
                if (!answered.get()) {
                    refused(Refusal.FAILED, "the host failed");
                }
            }
        }

        @Override
        public void stored() {
            answer(new StreamFrame.Stored(number), 0);
        }

        @Override
        public void refused(Refusal refusal, String reason) {
            answer(new StreamFrame.Refused(number, refusal, reason), length);
        }

        void release() {
            buffer.ifPresent(stream.local().buffers()::give);
        }

        private void answer(StreamFrame frame, int unusedBytes) {
            if (!answered.compareAndSet(false, true)) {
                throw new IllegalStateException("the host answered twice for block " + number);
            }
            release();
            serving.allowance().give(unusedBytes);
            stream.lock().lock();
            try {
                puts--;
                putBytes -= length;
                room.signalAll();
                stream.say(frame);
            } finally {
                stream.lock().unlock();
            }
        }
    }
}
