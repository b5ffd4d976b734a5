package org.fastsend.core.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamFrame;

/// The asking half of one data stream: sends the channel's puts and gets and takes their answers, which
/// come on the stream that asked. Methods say which thread calls them.
final class StreamAsker {
    private final TcpBlockChannel channel;
    private final DataStream stream;
    private final Map<Integer, Ask> asked = new HashMap<>();
    private int gets;
    private int puts;
    private long putBytes;

    StreamAsker(TcpBlockChannel channel, DataStream stream) {
        this.channel = channel;
        this.stream = stream;
    }

    /// Gets asked here and not answered; under the session's lock.
    int gets() {
        return gets;
    }

    /// Under the session's lock.
    boolean hasRoomForGet() {
        return gets < TcpLimits.MAX_GETS_PER_STREAM;
    }

    /// Under the session's lock.
    boolean hasRoomForPut(Ask put) {
        return puts == 0
                || (puts < TcpLimits.MAX_PUTS_PER_STREAM
                        && putBytes + put.putBytes() <= TcpLimits.MAX_PUT_BYTES_PER_STREAM);
    }

    /// Whether everything asked here was answered; under the session's lock.
    boolean isIdle() {
        return asked.isEmpty();
    }

    /// Puts and gets asked here and not answered; under the session's lock.
    int unanswered() {
        return asked.size();
    }

    /// Under the session's lock.
    Optional<Outgoing> next() {
        Optional<Ask> next = channel.nextAsk(this);
        next.ifPresent(ask -> {
            asked.put(ask.number(), ask);
            gets += ask.isPut() ? 0 : 1;
            puts += ask.isPut() ? 1 : 0;
            putBytes += ask.putBytes();
        });
        return next.map(Outgoing.Asking::new);
    }

    /// Writer: sends the ask, then tells of an answer that was faster than the writing.
    void write(Ask ask, FrameWriter out) throws IOException, InterruptedException {
        if (ask.block().isEmpty()) {
            out.frame(new StreamFrame.Get(ask.number()));
            return;
        }
        SealedBlock block = ask.block().get();
        out.frame(new StreamFrame.Put(block.number(), block.length()));
        out.body(block.bytes(), channel.gate());
        Optional<StreamFrame> early;
        stream.lock().lock();
        try {
            ask.state(Ask.State.ASKED);
            early = ask.earlyAnswer();
            if (early.isPresent()) {
                settle(ask);
            }
        } finally {
            stream.lock().unlock();
        }
        early.ifPresent(answer -> tell(ask, answer));
    }

    /// Reader: a put was stored.
    void stored(StreamFrame.Stored frame) throws ProtocolException {
        Ask ask = find(frame.number());
        if (!ask.isPut()) {
            throw new ProtocolException("the get of block " + frame.number() + " was answered as if it were a put");
        }
        answered(ask, frame);
    }

    /// Reader: a put or a get was refused.
    void refused(StreamFrame.Refused frame) throws ProtocolException {
        answered(find(frame.number()), frame);
    }

    /// Reader: a get's block follows.
    void block(StreamFrame.Block frame, FrameReader in) throws IOException, ProtocolException, InterruptedException {
        Ask ask = find(frame.number());
        if (ask.isPut()) {
            throw new ProtocolException("the put of block " + frame.number() + " was answered with a block");
        }
        if (frame.length() > stream.local().maxBlockBytes()) {
            throw new ProtocolException(
                    "block " + frame.number() + " has " + frame.length() + " bytes, more than may come");
        }
        ByteBuffer buffer = stream.takeBuffer(frame.length());
        Optional<SealedBlock> block = Optional.empty();
        try {
            in.body(buffer);
            block = take(ask, buffer);
        } finally {
            if (block.isEmpty()) {
                stream.local().buffers().give(buffer);
            }
        }
        block.ifPresent(listener()::onBlock);
    }

    /// A get asked here is no longer wanted; under the session's lock.
    void cancel(int number) {
        stream.say(new StreamFrame.Cancel(number));
    }

    /// After both threads have ended: everything that was asked here will never be answered.
    void lose(String reason) {
        List<Ask> lost;
        stream.lock().lock();
        try {
            lost = new ArrayList<>(asked.values());
            asked.clear();
            lost.forEach(channel::end);
        } finally {
            stream.lock().unlock();
        }
        lost.forEach(ask -> listener().onLost(ask.number(), ask.isCancelled() ? TcpBlockChannel.CANCELLED : reason));
    }

    /// Settles the ask with what came: the block, or a word to the listener on what is wrong with it.
    private Optional<SealedBlock> take(Ask ask, ByteBuffer bytes) {
        Optional<String> wrong = Optional.empty();
        Optional<SealedBlock> block = Optional.empty();
        try {
            SealedBlock parsed = SealedBlock.parse(bytes);
            wrong = channel.faultOf(parsed, ask.number());
            block = wrong.isEmpty() ? Optional.of(parsed) : Optional.empty();
        } catch (BlockFormatException e) {
            wrong = Optional.of(NetFailures.text(e));
        }
        stream.lock().lock();
        try {
            settle(ask);
        } finally {
            stream.lock().unlock();
        }
        wrong.ifPresent(reason -> listener().onBad(ask.number(), stream.peer() + " sent a bad block: " + reason));
        return block;
    }

    private void answered(Ask ask, StreamFrame frame) throws ProtocolException {
        stream.lock().lock();
        try {
            if (ask.state() == Ask.State.WRITING) {
                if (ask.earlyAnswer().isPresent()) {
                    throw new ProtocolException("block " + ask.number() + " was answered twice");
                }
                ask.earlyAnswer(frame);
                return;
            }
            settle(ask);
        } finally {
            stream.lock().unlock();
        }
        tell(ask, frame);
    }

    private Ask find(int number) throws ProtocolException {
        stream.lock().lock();
        try {
            Ask ask = asked.get(number);
            if (ask == null) {
                throw new ProtocolException("an answer for block " + number + " came, which was not asked for here");
            }
            return ask;
        } finally {
            stream.lock().unlock();
        }
    }

    private void settle(Ask ask) {
        asked.remove(ask.number());
        gets -= ask.isPut() ? 0 : 1;
        puts -= ask.isPut() ? 1 : 0;
        putBytes -= ask.putBytes();
        channel.end(ask);
        stream.wakeWriter();
    }

    private void tell(Ask ask, StreamFrame answer) {
        switch (answer) {
            case StreamFrame.Stored(int number) -> listener().onStored(number);
            case StreamFrame.Refused _
            when ask.isCancelled() -> listener().onLost(ask.number(), TcpBlockChannel.CANCELLED);
            case StreamFrame.Refused refused ->
                listener().onRefused(refused.number(), refused.refusal(), refused.reason());
            default -> throw new AssertionError("not an answer: " + answer);
        }
    }

    private ChannelListener listener() {
        return channel.listener();
    }
}
