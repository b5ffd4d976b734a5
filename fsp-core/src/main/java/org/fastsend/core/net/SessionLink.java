package org.fastsend.core.net;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLSocket;
import org.fastsend.core.trust.SessionTls;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.SessionFrameCodec;
import org.fastsend.core.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The TLS connection of a session, as frames. One thread may read while another writes.
final class SessionLink implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionLink.class);

    private final Socket raw;
    private final SSLSocket tls;
    private final DataInputStream in;
    private final OutputStream out;

    /// @param raw the connection below {@code tls}
    /// @param tls after its handshake
    SessionLink(Socket raw, SSLSocket tls) throws IOException {
        this.raw = raw;
        this.tls = tls;
        this.in = new DataInputStream(tls.getInputStream());
        this.out = tls.getOutputStream();
    }

    /// Waits for the next frame.
    SessionFrame read() throws IOException, WireException {
        int length = in.readInt();
        if (length < 1 || length > SessionFrameCodec.MAX_FRAME_BYTES) {
            throw new WireException("a session frame of " + length + " bytes");
        }
        byte[] frame = in.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException("the connection ended in the middle of a frame");
        }
        return SessionFrameCodec.decode(ByteBuffer.wrap(frame));
    }

    void write(SessionFrame frame) throws IOException {
        byte[] bytes = SessionFrameCodec.encode(frame);
        out.write(ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array());
        out.flush();
    }

    /// Writes the last frame and waits until the peer has closed, too: closing while something is unread, as what a
    /// peer said without waiting for an answer, would take the frame back.
    void last(SessionFrame frame) throws IOException {
        write(frame);
        endOutput();
        raw.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    /// Whether the other end knows all frames that this one does.
    boolean speaksCurrentEdition() {
        return SessionTls.EDITION.equals(tls.getApplicationProtocol());
    }

    /// What the keys of data streams are exported from.
    ExtendedSSLSession tlsSession() {
        return (ExtendedSSLSession) tls.getSession();
    }

    /// Says that nothing more will be written.
    void endOutput() {
        try {
            raw.shutdownOutput();
        } catch (IOException e) {
            LOG.debug("ending a session's connection", e);
        }
    }

    /// Ends the connection at once, whatever either thread is waiting for. TLS would first wait for its
    /// turn to say so.
    @Override
    public void close() {
        try {
            raw.close();
        } catch (IOException e) {
            LOG.debug("closing a session's connection", e);
        }
    }
}
