package org.fastsend.core.trust;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Takes every certificate whose key a session can use; TLS itself checks that the peer holds that key. Who the peer is
/// gets decided behind the handshake, by [SessionTls#peerOf]: JSSE only asks for yes or no, and a ticket's holder is
/// neither.
final class CertificateTaker extends X509ExtendedTrustManager {
    /// A member sends its own certificate, perhaps its authority's.
    private static final int MAX_CHAIN = 3;

    /// Whose certificates it takes.
    enum From {
        INITIATORS,
        ACCEPTORS
    }

    private final From from;

    CertificateTaker(From from) {
        this.from = from;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        take(From.INITIATORS, chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        take(From.INITIATORS, chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        take(From.INITIATORS, chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        take(From.ACCEPTORS, chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        take(From.ACCEPTORS, chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        take(From.ACCEPTORS, chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    private void take(From peer, X509Certificate[] chain) throws CertificateException {
        if (peer != from) {
            throw new CertificateException("this end of the session does not expect that");
        }
        if (chain.length == 0 || chain.length > MAX_CHAIN) {
            throw new CertificateException("a chain has 1 to " + MAX_CHAIN + " certificates");
        }
        try {
            VerifyingKey.of(chain[0]);
        } catch (TrustException e) {
            throw new CertificateException(e.getMessage(), e);
        }
    }
}
