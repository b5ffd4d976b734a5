package org.fastsend.client.ftp;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.commons.net.DefaultSocketFactory;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.jspecify.annotations.Nullable;

/// Commons Net's connection with three things that its own FTPSClient lacks: data connections resume the
/// control connection's TLS session (many servers insist), their peer must be the same server, and replies
/// are bounded. Confined to one thread at a time.
final class FtpsConnection extends FTPClient {
    /// The longest honest reply is a feed entry of 256 KiB in base64.
    static final int MAX_REPLY_CHARS = 1 << 20;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(60);

    private final SSLSocketFactory sockets;
    private final String host;
    private final int port;
    private @Nullable BoundedReader replies;
    private @Nullable SSLSocket secured;
    private boolean dataProtected;

    FtpsConnection(SSLSocketFactory sockets, String host, int port) {
        this.sockets = sockets;
        this.host = host;
        this.port = port;
        setSocketFactory(new OfOnePort());
        setControlEncoding(StandardCharsets.UTF_8);
        setStrictMultilineParsing(true);
        setUseEPSVwithIPv4(true);
        enterLocalPassiveMode();
        setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
        setDefaultTimeout((int) REPLY_TIMEOUT.toMillis());
        setDataTimeout(REPLY_TIMEOUT);
    }

    void open() throws IOException {
        connect(host, port);
        enterLocalPassiveMode();
        setKeepAlive(true);
        setTcpNoDelay(true);
    }

    /// Closes the control connection, also under the hands of a thread that reads from it. Commons Net's
    /// own way takes its reader away, which that thread would stumble over.
    void hangUp() throws IOException {
        if (_socket_ != null) {
            _socket_.close();
        }
    }

    /// Whether the control connection is encrypted and the server is the trusted one.
    boolean isSecure() {
        return secured != null;
    }

    /// RFC 4217. False if the server has no TLS; throws if it has and is not trusted.
    boolean secure() throws IOException {
        if (sendCommand("AUTH", "TLS") != FTPReply.SECURITY_DATA_EXCHANGE_COMPLETE) {
            return false;
        }
        if (_controlInput_.ready()) {
            throw new IOException("the server sent text between AUTH and the TLS handshake");
        }
        SSLSocket socket = handshake(_socket_, REPLY_TIMEOUT);
        _socket_ = socket;
        _input_ = socket.getInputStream();
        _output_ = socket.getOutputStream();
        replies = new BoundedReader(_input_, MAX_REPLY_CHARS);
        _controlInput_ = new BufferedReader(replies);
        _controlOutput_ = new BufferedWriter(new OutputStreamWriter(_output_, StandardCharsets.UTF_8));
        secured = socket;
        return true;
    }

    /// Encrypts data connections from now on (PBSZ 0, PROT P).
    boolean protectData() throws IOException {
        dataProtected = FTPReply.isPositiveCompletion(sendCommand("PBSZ", "0"))
                && FTPReply.isPositiveCompletion(sendCommand("PROT", "P"));
        return dataProtected;
    }

    /// Opens the data connection of a command and returns its text, with a bound on the whole of it. The
    /// caller reads to the end, closes, and asks for the final reply. Null when the server refused.
    @Nullable
    BufferedReader openText(String command, String argument, long maxChars) throws IOException {
        Socket data = _openDataConnection_(command, argument);
        return data == null ? null : new BufferedReader(new BoundedReader(data.getInputStream(), maxChars));
    }

    @Override
    protected void _connectAction_(Reader ignored) throws IOException {
        replies = new BoundedReader(_socket_.getInputStream(), MAX_REPLY_CHARS);
        super._connectAction_(replies);
    }

    /// Whether a text can be said in one command: what stands behind a line break would be another.
    static boolean isOneLine(String text) {
        return text.chars().noneMatch(c -> c == 0 || c == '\r' || c == '\n');
    }

    @Override
    public int sendCommand(String command, @Nullable String arguments) throws IOException {
        if (arguments != null && !isOneLine(arguments)) {
            throw new FspException(
                    ErrorCode.USAGE, "FTP has no way to say " + command + " with a line break or NUL in what follows");
        }
        startAfresh();
        return super.sendCommand(command, arguments);
    }

    @Override
    public int getReply() throws IOException {
        startAfresh();
        return super.getReply();
    }

    private void startAfresh() {
        if (replies != null) {
            replies.startAfresh();
        }
    }

    @Override
    protected @Nullable Socket _openDataConnection_(String command, String argument) throws IOException {
        Socket plain = super._openDataConnection_(command, argument);
        if (plain == null || !dataProtected) {
            return plain;
        }
        try {
            SSLSocket data = handshake(plain, REPLY_TIMEOUT);
            if (!Arrays.equals(peer(data), peer(Objects.requireNonNull(secured)))) {
                throw new SSLPeerUnverifiedException(
                        "the data connection leads to another server than the control connection");
            }
            return data;
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    /// Java keeps TLS sessions by the peer's name and port, and asks the socket below for the port, whatever it is told
    /// itself: data connections name that of the control connection, whose session they are to resume.
    private final class OfOnePort extends DefaultSocketFactory {
        @Override
        public Socket createSocket() {
            return new Socket() {
                @Override
                public int getPort() {
                    return port;
                }
            };
        }
    }

    private SSLSocket handshake(Socket plain, Duration timeout) throws IOException {
        SSLSocket socket = (SSLSocket) sockets.createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout((int) timeout.toMillis());
        socket.startHandshake();
        return socket;
    }

    private static byte[] peer(SSLSocket socket) throws IOException {
        Certificate[] chain = socket.getSession().getPeerCertificates();
        return chain.length == 0 ? new byte[0] : chain[0].getPublicKey().getEncoded();
    }
}
