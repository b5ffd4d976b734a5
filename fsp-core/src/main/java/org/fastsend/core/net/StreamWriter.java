package org.fastsend.core.net;

import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import org.fastsend.core.wire.StreamFrame;

/// What one data stream has to say, and the loop that says it: frames first, then blocks that were asked
/// for, then new asks; at last `finish`, when either end wants the stream to end, and nothing more.
final class StreamWriter {
    private final DataStream stream;
    private final StreamConnection connection;
    private final Condition work;
    private final Condition unsent;

    // Guarded by the session's lock.
    private final ArrayDeque<StreamFrame> frames = new ArrayDeque<>();
    private boolean finishing;
    private boolean finishSent;
    private boolean finishReceived;

    StreamWriter(DataStream stream, StreamConnection connection) {
        this.stream = stream;
        this.connection = connection;
        this.work = stream.lock().newCondition();
        this.unsent = stream.lock().newCondition();
    }

    /// Queues a frame that no block follows. Under the session's lock.
    void say(StreamFrame frame) {
        frames.add(frame);
        work.signalAll();
    }

    /// There may be something new to say. Under the session's lock.
    void wake() {
        work.signalAll();
    }

    /// Asks nothing more. Under the session's lock.
    void finish() {
        finishing = true;
        work.signalAll();
    }

    /// The peer asks nothing more, so this end does not either. Under the session's lock.
    void finishReceived() {
        finishReceived = true;
        finish();
    }

    /// Under the session's lock.
    boolean isFinishing() {
        return finishing;
    }

    /// Whether all is said and answered, both ways. Under the session's lock.
    boolean isDone() {
        return finishSent && finishReceived && stream.isIdle();
    }

    /// The stream was closed: lets go whoever waits. Under the session's lock.
    void close() {
        work.signalAll();
        unsent.signalAll();
    }

    /// Waits while so much is unsent that nothing more should be read.
    void awaitSent() throws SocketException, InterruptedException {
        stream.lock().lock();
        try {
            while (frames.size() >= TcpLimits.MAX_UNSENT_FRAMES) {
                stream.checkOpen();
                unsent.await();
            }
        } finally {
            stream.lock().unlock();
        }
    }

    /// Writes until nothing will ever be left to say.
    void write() throws IOException, InterruptedException {
        FrameWriter out = connection.out();
        while (true) {
            switch (next()) {
                case Outgoing.Say(StreamFrame frame) -> out.frame(frame);
                case Outgoing.Asking(Ask ask) -> stream.asker().orElseThrow().write(ask, out);
                case Outgoing.Answer answer -> stream.gets().orElseThrow().write(answer, out);
                case Outgoing.AnswerRefused refused ->
                    stream.gets().orElseThrow().write(refused, out);
                case Outgoing.Flush() -> out.flush();
                case Outgoing.End() -> {
                    out.flush();
                    connection.endOutput();
                    return;
                }
            }
        }
    }

    private Outgoing next() throws SocketException, InterruptedException {
        stream.lock().lock();
        try {
            while (true) {
                stream.checkOpen();
                Optional<Outgoing> next = poll();
                if (next.isPresent()) {
                    return next.get();
                }
                if (connection.out().hasUnflushed()) {
                    return new Outgoing.Flush();
                }
                work.await();
            }
        } finally {
            stream.lock().unlock();
        }
    }

    /// Messages over UDP overtake each other, so there `finish` waits for the answers to all asks.
    private boolean nothingMayOvertakeFinish() {
        return connection.carrier() == Carrier.TCP
                || stream.asker().map(StreamAsker::isIdle).orElse(true);
    }

    private Optional<Outgoing> poll() {
        if (!frames.isEmpty()) {
            unsent.signalAll();
            return Optional.of(new Outgoing.Say(frames.remove()));
        }
        Optional<Outgoing> next = stream.gets().flatMap(GetServer::next);
        if (next.isEmpty() && !finishing) {
            next = stream.asker().flatMap(StreamAsker::next);
        }
        if (next.isEmpty() && finishing && !finishSent && nothingMayOvertakeFinish()) {
            finishSent = true;
            next = Optional.of(new Outgoing.Say(new StreamFrame.Finish()));
        }
        return next.isEmpty() && isDone() ? Optional.of(new Outgoing.End()) : next;
    }
}
