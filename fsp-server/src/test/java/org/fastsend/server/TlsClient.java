package org.fastsend.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// The TLS of one client: it trusts everybody, and resumes its sessions with a server as far as that lets it.
final class TlsClient {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final SSLContext context;
    private final String[] versions;
    private String[] protocols = {};

    /// Speaks one version, `TLSv1.2` or `TLSv1.3`, or several.
    TlsClient(String... versions) {
        this.versions = versions;
        try {
            context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /// Names protocols (RFC 7301) from now on.
    TlsClient naming(String... names) {
        protocols = names;
        return this;
    }

    /// TLS over a connected socket. All sockets of a client count as connected to one place, so that data
    /// connections offer what the control connection gave.
    SSLSocket over(Socket socket) throws IOException {
        return over(socket, true);
    }

    /// TLS over a control connection, which lives on when it ends.
    SSLSocket control(Socket socket) throws IOException {
        return over(socket, false);
    }

    private SSLSocket over(Socket socket, boolean closeBelow) throws IOException {
        SSLSocket secured = (SSLSocket)
                context.getSocketFactory().createSocket(new SocketOfOnePlace(socket), "localhost", 21, closeBelow);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setProtocols(versions);
        parameters.setApplicationProtocols(protocols);
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    /// A data connection to a passive port, not secured yet.
    static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            throw new AssertionError("this is a client");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // The tests are about FTP; who is there is known.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
