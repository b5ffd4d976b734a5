package org.fastsend.core.net;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.net.udp.LoopReading;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One data stream of a session: a TCP connection, a thread that reads it and one that writes it. It ends
/// in order when both ends have finished and everything asked on it is answered; anything else breaks it,
/// and what it had not answered is reported lost once both threads are done with its buffers.
final class DataStream {
    private static final Logger LOG = LoggerFactory.getLogger(DataStream.class);
    /// A peer may be slower to take than to give: it may be waiting for its disk.
    private static final int PATIENCE_WITH_TAKERS = 4;

    private final Session session;
    private final StreamConnection connection;
    private final Optional<StreamAsker> asker;
    private final Optional<PutServer> puts;
    private final Optional<GetServer> gets;
    private final StreamWriter writer;
    private final Thread reading;
    private final Thread writing;

    /// The stream carried something, so it is worth opening again if it breaks. Only the reader touches it.
    private boolean useful;

    // Guarded by the session's lock.
    private Optional<Exception> end = Optional.empty();
    private Optional<Thread> waitingForBuffer = Optional.empty();

    DataStream(Session session, StreamConnection connection) {
        this.session = session;
        this.connection = connection;
        this.writer = new StreamWriter(this, connection);
        this.asker = session.channel().map(channel -> new StreamAsker(channel, this));
        this.puts = session.serving().map(serving -> new PutServer(serving, this));
        this.gets = session.serving().map(serving -> new GetServer(serving, this));
        String name = "fsp-stream-" + connection.number() + " " + session.peer();
        this.reading = Thread.ofVirtual().name(name + " reads").unstarted(this::readToTheEnd);
        this.writing = Thread.ofVirtual().name(name + " writes").unstarted(this::writeToTheEnd);
    }

    void start() {
        writing.start();
        reading.start();
    }

    /// Waits until nothing of this stream happens any more.
    void join() throws InterruptedException {
        reading.join();
    }

    ReentrantLock lock() {
        return session.lock();
    }

    LocalEnd local() {
        return session.local();
    }

    String peer() {
        return session.peer();
    }

    /// The asking half, if this end asks.
    Optional<StreamAsker> asker() {
        return asker;
    }

    /// The hosting half for gets, if this end hosts.
    Optional<GetServer> gets() {
        return gets;
    }

    Carrier carrier() {
        return connection.carrier();
    }

    /// Bytes that have come, and bytes that the peer took, so far.
    long carriedBytes() {
        return connection.carriedBytes();
    }

    /// What the loop under it did lately; empty if there is none.
    Optional<LoopReading> loop() {
        return connection.loop();
    }

    /// Bytes that have come, so far.
    long receivedBytes() {
        return connection.receivedBytes();
    }

    /// Whether this end may still ask here; under the session's lock.
    boolean isAsking() {
        return end.isEmpty() && !writer.isFinishing();
    }

    /// Whether nothing that either end asked is unanswered; under the session's lock.
    boolean isIdle() {
        return asker.map(StreamAsker::isIdle).orElse(true)
                && puts.map(PutServer::isIdle).orElse(true)
                && gets.map(GetServer::isIdle).orElse(true);
    }

    /// Puts and gets asked here and not answered; under the session's lock.
    int unanswered() {
        return asker.map(StreamAsker::unanswered).orElse(0);
    }

    /// Asks nothing more; what is asked is still answered. Under the session's lock.
    void finish() {
        writer.finish();
    }

    /// Queues a frame that no block follows.
    void say(StreamFrame frame) {
        lock().lock();
        try {
            if (end.isEmpty()) {
                writer.say(frame);
            }
        } finally {
            lock().unlock();
        }
    }

    /// Under the session's lock.
    void wakeWriter() {
        writer.wake();
    }

    /// Under the session's lock.
    boolean isClosed() {
        return end.isPresent();
    }

    /// Under the session's lock.
    void checkOpen() throws SocketException {
        if (end.isPresent()) {
            throw new SocketException("the stream was closed");
        }
    }

    /// Called once a tick: breaks a stream that stands still in the middle of something.
    void checkPulse(int quietTicks) {
        if (connection.reading().isStillFor(quietTicks)) {
            close(new ProtocolException("the stream fell silent in the middle of a record"));
        } else if (connection.writing().isStillFor(PATIENCE_WITH_TAKERS * quietTicks)) {
            close(new ProtocolException("the peer takes nothing from the stream"));
        }
    }

    /// Breaks the stream; the first cause counts.
    void close(Exception cause) {
        lock().lock();
        try {
            if (end.isPresent()) {
                return;
            }
            end = Optional.of(cause);
            NetFailures.logMistake(LOG, "stream with " + peer(), cause);
            writer.close();
            puts.ifPresent(PutServer::close);
            waitingForBuffer.ifPresent(Thread::interrupt);
        } finally {
            lock().unlock();
        }
        connection.close();
    }

    /// Reader, as its last act: tells the opener how this stream ended. Under the session's lock.
    void tell(StreamOpener opener, Exception cause) {
        if (writer.isFinishing()) {
            opener.finished();
        } else {
            opener.broke(carrier(), useful, cause);
        }
    }

    /// Reader: a buffer to read a block into that this end asked for. Waits while that memory is in use.
    ByteBuffer takeBuffer(int bytes) throws IOException, InterruptedException {
        return takeBuffer(local().buffers(), bytes);
    }

    /// Reader: the same for a block that the peer puts here, out of the peer's part.
    ByteBuffer takeBufferForPut(int bytes) throws IOException, InterruptedException {
        return takeBuffer(session.puts(), bytes);
    }

    /// A buffer for a block that the peer asked for, if there is room.
    Optional<ByteBuffer> bufferForGet(int bytes) {
        return session.gets().tryTake(bytes);
    }

    private ByteBuffer takeBuffer(Buffers from, int bytes) throws IOException, InterruptedException {
        waitForBuffer(Optional.of(Thread.currentThread()));
        try {
            return from.take(bytes);
        } finally {
            waitForBuffer(Optional.empty());
        }
    }

    private void waitForBuffer(Optional<Thread> waiter) throws SocketException {
        lock().lock();
        try {
            waitingForBuffer = waiter;
            if (waiter.isPresent()) {
                checkOpen();
            } else {
                // close() may have interrupted just too late; what follows finds the socket closed instead.
                Thread.interrupted();
            }
        } finally {
            lock().unlock();
        }
    }

    private void readToTheEnd() {
        try {
            read();
            close(new SocketException("the stream ended in order"));
        } catch (IOException | WireException | ProtocolException | InterruptedException | RuntimeException e) {
            close(e);
        } catch (OutOfMemoryError e) {
            close(outOfMemory(e));
        }
        joinWriter();
        connection.awaitIdle();
        gets.ifPresent(GetServer::abandon);
        Exception cause = end.orElseThrow();
        LOG.debug("stream {} of {} ended", connection.number(), peer(), cause);
        asker.ifPresent(half -> half.lose("the stream to " + peer() + " broke: " + NetFailures.text(cause)));
        session.streams().ended(this, cause);
    }

    private void writeToTheEnd() {
        try {
            writer.write();
        } catch (IOException | InterruptedException | RuntimeException e) {
            close(e);
        } catch (OutOfMemoryError e) {
            close(outOfMemory(e));
        }
    }

    /// Whoever waits for the stream is told, as of any other end.
    private static IOException outOfMemory(OutOfMemoryError e) {
        return new IOException("out of memory", e);
    }

    private void joinWriter() {
        try {
            writing.join();
        } catch (InterruptedException e) {
            throw new AssertionError("a stream's reader is interrupted only while it waits for a buffer", e);
        }
    }

    private void read() throws IOException, WireException, ProtocolException, InterruptedException {
        while (true) {
            writer.awaitSent();
            Optional<StreamFrame> frame = connection.in().frame();
            if (frame.isEmpty()) {
                checkDone();
                return;
            }
            session.heard();
            take(frame.get());
            useful = true;
        }
    }

    private void take(StreamFrame frame) throws IOException, ProtocolException, InterruptedException {
        switch (frame) {
            case StreamFrame.Put put -> serving(puts).put(put, connection.in());
            case StreamFrame.Get(int number) -> serving(gets).get(number);
            case StreamFrame.Cancel(int number) -> serving(gets).cancel(number);
            case StreamFrame.Stored stored -> asking().stored(stored);
            case StreamFrame.Refused refused -> asking().refused(refused);
            case StreamFrame.Block block -> asking().block(block, connection.in());
            case StreamFrame.Finish() -> session.streams().finishReceived(writer);
            case StreamFrame.BufferSize _, StreamFrame.BufferAcknowledged _ -> LOG.trace("reserved frame {}", frame);
            case StreamFrame.Attach _, StreamFrame.Attached _ ->
                throw new ProtocolException("an attached stream was attached again");
        }
    }

    private StreamAsker asking() throws ProtocolException {
        return asker.orElseThrow(() -> new ProtocolException("an answer came, though nothing is asked here"));
    }

    private static <T> T serving(Optional<T> half) throws ProtocolException {
        return half.orElseThrow(() -> new ProtocolException("a request came, though nothing is served here"));
    }

    private void checkDone() throws SocketException {
        lock().lock();
        try {
            if (!writer.isDone()) {
                throw new SocketException("the peer closed the stream");
            }
        } finally {
            lock().unlock();
        }
    }
}
