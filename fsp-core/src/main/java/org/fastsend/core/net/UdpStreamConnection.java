package org.fastsend.core.net;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.core.net.udp.LoopReading;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.net.udp.UdpHandler;
import org.fastsend.core.net.udp.UdpLine;
import org.fastsend.core.transport.CloseReason;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpEvent;
import org.fastsend.core.wire.StreamFrame;
import org.jspecify.annotations.Nullable;

/// A data stream over UDP (docs/wire.md, "UDP stream"): each frame is a message of a UDP connection, with the block
/// that it announces. Frames may overtake each other, blocks come whole.
final class UdpStreamConnection implements StreamConnection, UdpHandler {
    private final int number;
    private final UdpInbox in;
    private final UdpOutbox out;
    private final TransferRate.Share rate;
    private final Runnable afterwards;
    private final CompletableFuture<UdpStreamConnection> opened = new CompletableFuture<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicLong carriedBytes = new AtomicLong();
    private final Pulse reading = new Pulse();
    private final Pulse writing = new Pulse();
    private volatile Ending ending = Ending.NOT_YET;
    private volatile @Nullable UdpLine line;

    private enum Ending {
        NOT_YET,
        IN_ORDER,
        BROKEN
    }

    /// The loop's: the connection was told to end.
    private boolean told;

    /// @param maxMessageBytes longest message taken
    /// @param windowBytes of the receive window
    /// @param rate of the transfer, which this stream shares
    /// @param afterwards called once, when the connection is over
    UdpStreamConnection(
            int number, int maxMessageBytes, long windowBytes, TransferRate.Share rate, Runnable afterwards) {
        this.number = number;
        this.rate = rate;
        this.afterwards = afterwards;
        this.in = new UdpInbox(maxMessageBytes, windowBytes, this::wake);
        this.out = new UdpOutbox(this::wake);
        rate.wakeBy(this::wake);
    }

    /// Where it lives. Once, right after the line was made.
    void on(UdpLine where) {
        line = where;
        where.wake();
    }

    /// Hears of the connection when the peer has proven itself, or why it has not.
    CompletableFuture<UdpStreamConnection> opened() {
        return opened;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public Carrier carrier() {
        return Carrier.UDP;
    }

    @Override
    public FrameReader in() {
        return in;
    }

    @Override
    public FrameWriter out() {
        return out;
    }

    @Override
    public Pulse reading() {
        return reading; // never beats: a connection over UDP knows by itself when its peer is gone
    }

    @Override
    public Pulse writing() {
        return writing;
    }

    @Override
    public long carriedBytes() {
        return carriedBytes.get();
    }

    @Override
    public long receivedBytes() {
        return rate.receivedBytes();
    }

    @Override
    public Optional<LoopReading> loop() {
        return Optional.ofNullable(line).map(where -> new LoopReading(where.busy(), rate.hasMore()));
    }

    @Override
    public void endOutput() throws IOException {
        out.awaitDelivered();
        ending = Ending.IN_ORDER;
        wake();
    }

    @Override
    public void awaitIdle() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts the end of a stream", e);
        }
    }

    @Override
    public void close() {
        if (ending == Ending.NOT_YET) {
            ending = Ending.BROKEN;
        }
        in.end(Optional.of(new IOException("the stream was closed")));
        wake();
    }

    @Override
    public void turn(UdpConnection connection, long nowNanos) {
        long released = in.takeReleased();
        if (released > 0) {
            connection.release(released, nowNanos);
        }
        if (ending == Ending.NOT_YET) {
            out.turn(connection, nowNanos);
            rate.apply(connection, nowNanos);
        } else if (!told) {
            told = true;
            boolean inOrder = ending == Ending.IN_ORDER;
            connection.close(
                    inOrder ? CloseReason.DONE : CloseReason.FAILED,
                    inOrder ? "all is done" : "the stream was closed",
                    nowNanos);
            letGo("the stream was closed", connection);
        }
    }

    @Override
    public void event(UdpEvent event, UdpConnection connection, long nowNanos) {
        switch (event) {
            case UdpEvent.Opened _ -> opened.complete(this);
            case UdpEvent.Delivered(long id) -> carriedBytes.addAndGet(out.delivered(id));
            case UdpEvent.Received(long id, int length) -> {
                carriedBytes.addAndGet(length);
                received(id, connection, nowNanos);
            }
            case UdpEvent.Withdrawn(long id) -> in.withdrawn(id);
            case UdpEvent.Refused(long id) -> in.end(Optional.of(new IOException("the peer refused message " + id)));
            case UdpEvent.PathChanged _ -> {} // the connection has dealt with it
            case UdpEvent.Closed(CloseReason reason, String text) -> closed(reason, text, connection);
        }
    }

    @Override
    public void read(long messageId, int offset, byte[] into, int at, int length) {
        out.read(messageId, offset, into, at, length);
    }

    @Override
    public void write(long messageId, int messageLength, int offset, byte[] bytes, int from, int length) {
        if (!in.write(messageId, messageLength, offset, bytes, from, length)) {
            in.end(Optional.of(
                    new IOException("the peer sent a message of " + messageLength + " bytes, more than may come")));
        }
    }

    @Override
    public void readBack(long messageId, int offset, byte[] into, int length) {
        in.readBack(messageId, offset, into, length);
    }

    private void received(long id, UdpConnection connection, long nowNanos) {
        Optional<StreamFrame> frame = in.received(id);
        if (frame.isPresent()) {
            switch (frame.get()) {
                case StreamFrame.Stored(int block) -> out.answered(block, connection, nowNanos);
                case StreamFrame.Refused refused -> out.answered(refused.number(), connection, nowNanos);
                default -> {} // answers no put
            }
        }
    }

    private void closed(CloseReason reason, String text, UdpConnection connection) {
        String why = switch (reason) {
            case DONE -> "the peer ended the stream";
            case SILENCE -> "nothing comes " + (opened.isDone() ? "through over UDP any more" : "back over UDP");
            case VERSION -> "the peer speaks another version over UDP";
            case PROTOCOL -> "the UDP protocol was broken: " + text;
            case FAILED -> text;
        };
        opened.completeExceptionally(new IOException(why));
        in.end(reason == CloseReason.DONE ? Optional.empty() : Optional.of(new IOException(why)));
        letGo(why, connection);
        afterwards.run();
    }

    /// Nothing of this end's buffers is read from here on.
    private void letGo(String why, UdpConnection connection) {
        out.end(why);
        in.drop();
        rate.leave(connection);
        ended.countDown();
    }

    private void wake() {
        UdpLine where = line;
        if (where != null) {
            where.wake();
        }
    }
}
