package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.trust.SessionTls;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.SessionFrameCodec;
import org.fastsend.core.wire.SessionId;
import org.fastsend.core.wire.StreamPreamble;

/// The initiator's side of the protocol, by hand.
final class RawPeer implements AutoCloseable {
    private final Lab lab;
    private final Socket socket;
    private final SSLSocket tls;
    private SessionId session = SessionId.NONE;

    RawPeer(Lab lab) throws IOException {
        this(lab, SessionTls.parameters());
    }

    RawPeer(Lab lab, SSLParameters parameters) throws IOException {
        this.lab = lab;
        this.socket = new Socket(InetAddress.getLoopbackAddress(), lab.listener.port());
        socket.setSoTimeout(20_000);
        this.tls = (SSLSocket) SessionTls.initiator(lab.client)
                .getSocketFactory()
                .createSocket(socket, Lab.HOST, lab.listener.port(), true);
        tls.setSSLParameters(parameters);
        tls.startHandshake();
    }

    void authorize() throws Exception {
        send(new SessionFrame.Hello(1, SessionId.NONE, 1 << 20));
        session = ((SessionFrame.Hello) read()).session();
        send(new SessionFrame.Authorize(TestBlocks.TRANSFER, lab.everything().encode()));
        assertEquals(new SessionFrame.Authorized(TestBlocks.TRANSFER), read());
    }

    TcpStreamConnection attach(int number) throws Exception {
        StreamPreamble preamble = new StreamPreamble(session, number);
        StreamKeys keys = StreamKeys.ofInitiator((ExtendedSSLSession) tls.getSession(), preamble);
        Socket data = new Socket(InetAddress.getLoopbackAddress(), lab.listener.port());
        data.setSoTimeout(20_000);
        TcpStreamConnection stream =
                TcpStreamConnection.of(number, data, keys, new TransferRate(RateSettings.UNBOUNDED));
        stream.attach(preamble);
        return stream;
    }

    void send(SessionFrame frame) throws IOException {
        byte[] bytes = SessionFrameCodec.encode(frame);
        send(bytes, bytes.length);
    }

    void send(byte[] bytes, int claimedLength) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(4).putInt(claimedLength).array());
        out.writeBytes(bytes);
        tls.getOutputStream().write(out.toByteArray());
    }

    SessionFrame read() throws Exception {
        DataInputStream in = new DataInputStream(tls.getInputStream());
        return SessionFrameCodec.decode(ByteBuffer.wrap(in.readNBytes(in.readInt())));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
