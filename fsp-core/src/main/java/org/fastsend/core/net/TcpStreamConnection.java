package org.fastsend.core.net;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.net.rate.Pace;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.StreamPreamble;
import org.fastsend.core.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The TCP connection of one data stream with its records both ways.
///
/// @param reading beats while blocks are read
/// @param writing beats while the peer takes what is written
/// @param paces of both directions
record TcpStreamConnection(
        int number, Socket socket, RecordReader in, RecordWriter out, Pulse reading, Pulse writing, List<Pace> paces)
        implements StreamConnection {
    private static final Logger LOG = LoggerFactory.getLogger(TcpStreamConnection.class);

    /// To be closed also if its peer turns out to be nobody.
    ///
    /// @param rate of the transfer, which this stream shares
    static TcpStreamConnection of(int number, Socket socket, StreamKeys keys, TransferRate rate) throws IOException {
        Pulse reading = new Pulse();
        Pulse writing = new Pulse();
        NanoClock clock = new SystemNanoClock();
        Pace receivingPace = rate.receivingPace(clock);
        Pace sendingPace = rate.sendingPace(clock);
        return new TcpStreamConnection(
                number,
                socket,
                new RecordReader(socket.getInputStream(), keys.receiving(), reading, receivingPace),
                new RecordWriter(socket.getOutputStream(), keys.sending(), writing, sendingPace),
                reading,
                writing,
                List.of(receivingPace, sendingPace));
    }

    /// Initiator: says which session this is, proves to be its other end, and waits for the acceptor to do
    /// the same.
    void attach(StreamPreamble preamble) throws IOException, WireException, ProtocolException {
        out.preamble(preamble.encode());
        out.frame(new StreamFrame.Attach());
        out.flush();
        expect(new StreamFrame.Attached());
    }

    /// Acceptor: the peer's proof, behind a preamble that was already read.
    void expect(StreamFrame wanted) throws IOException, WireException, ProtocolException {
        Optional<StreamFrame> frame = in.frame();
        if (frame.isEmpty()) {
            throw new ProtocolException("the stream was not taken");
        }
        if (!frame.get().equals(wanted)) {
            throw new ProtocolException("a stream began with " + frame.get());
        }
    }

    /// Acceptor: takes the stream.
    void attached() throws IOException {
        out.frame(new StreamFrame.Attached());
        out.flush();
    }

    @Override
    public Carrier carrier() {
        return Carrier.TCP;
    }

    @Override
    public long carriedBytes() {
        return in.readBytes() + out.writtenBytes();
    }

    @Override
    public long receivedBytes() {
        return in.readBytes();
    }

    @Override
    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void awaitIdle() {
        // reader and writer have ended, and nobody else has its buffers
    }

    @Override
    public void close() {
        paces.forEach(Pace::close);
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("closing stream {}", number, e);
        }
    }
}
