package org.fastsend.server.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.net.StreamThreads;

/// A transfer in MODE E (GFD.20): several connections side by side, made by the sender, each carrying blocks that say
/// where in the file they belong.
final class ExtendedFlow implements DataFlow {
    private final DataConnector connector;
    private final ExtendedSender sender;
    private final ExtendedReceiver receiver;
    private boolean receiving;
    private boolean finished;

    ExtendedFlow(
            DataConnector connector, int maxStreams, TransferMarkers markers, StreamThreads threads, NanoClock clock) {
        this.connector = connector;
        this.sender = new ExtendedSender(connector, maxStreams, threads);
        this.receiver = new ExtendedReceiver(connector, markers, threads, clock);
    }

    @Override
    public void countFrom(long position) {
        sender.countFrom(position);
    }

    @Override
    public void sendFile(FileChannel file, long from, long count) throws IOException, InterruptedException {
        sender.sendFile(file, from, count);
    }

    @Override
    public void send(ByteBuffer content) throws IOException, InterruptedException {
        sender.send(content);
    }

    @Override
    public ByteRanges receive(RangeSink sink) throws IOException, InterruptedException {
        receiving = true;
        return receiver.receive(sink);
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        if (receiving) {
            receiver.finish();
        } else {
            sender.finish();
        }
        finished = true;
    }

    @Override
    public long bytes() {
        return sender.bytes() + receiver.bytes();
    }

    /// What was agreed with the client holds for further transfers, unless this one broke.
    @Override
    public void close() {
        sender.close();
        receiver.close();
        if (!finished) {
            connector.close();
        }
    }
}
