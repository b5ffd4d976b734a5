package org.fastsend.core.net;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
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
record TcpStreamConnection(int number, Socket socket, RecordReader in, RecordWriter out, Pulse reading, Pulse writing)
        implements StreamConnection {
    private static final Logger LOG = LoggerFactory.getLogger(TcpStreamConnection.class);

    static TcpStreamConnection of(int number, Socket socket, StreamKeys keys) throws IOException {
        Pulse reading = new Pulse();
        Pulse writing = new Pulse();
        return new TcpStreamConnection(
                number,
                socket,
                new RecordReader(socket.getInputStream(), keys.receiving(), reading),
                new RecordWriter(socket.getOutputStream(), keys.sending(), writing),
                reading,
                writing);
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
    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void awaitIdle() {
        // reader and writer have ended, and nobody else has its buffers
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("closing stream {}", number, e);
        }
    }
}
