package org.fastsend.core.trust;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;

/// TLS of sessions between FSP's own processes (docs/wire.md, "Relay session"): TLS 1.3, both ends show a certificate.
/// The handshake takes whatever certificate parses and proves that the peer holds its key; [#peerOf] then says who that
/// is. So a ticket's holder, whom no authority knows, can open a session, and its capability decides.
public final class SessionTls {
    /// The edition of the session protocol, agreed on by ALPN. Ends of the edition before it name none, and
    /// so none is agreed on with them.
    public static final String EDITION = "fsp1.1";

    private static final String PROTOCOL = "TLSv1.3";

    private SessionTls() {}

    /// For the end that connects. Apply [#parameters] to each socket or engine made from it.
    public static SSLContext initiator(Identity self) {
        return context(self, new CertificateTaker(CertificateTaker.From.ACCEPTORS));
    }

    /// For the end that accepts. Apply [#parameters] to each socket or engine made from it.
    public static SSLContext acceptor(Identity self) {
        return context(self, new CertificateTaker(CertificateTaker.From.INITIATORS));
    }

    /// TLS 1.3 only, a certificate from the peer too, and the edition that is spoken. Without these a
    /// session must not be opened: a context alone also speaks TLS 1.2.
    public static SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {PROTOCOL});
        parameters.setCipherSuites(
                new String[] {"TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256"});
        parameters.setNeedClientAuth(true);
        parameters.setApplicationProtocols(new String[] {EDITION});
        return parameters;
    }

    /// Who is at the other end, after the handshake. Anyone who is neither a member of the federation now, nor a bare
    /// key under a certificate that it signed itself, is refused with the reason.
    public static PeerIdentity peerOf(SSLSession session, Federation federation) throws TrustException {
        List<X509Certificate> chain = chain(session);
        X509Certificate certificate = chain.getFirst();
        if (isSelfSigned(certificate)) {
            return new PeerIdentity.SelfSigned(VerifyingKey.of(certificate).hash());
        }
        return new PeerIdentity.Certified(federation.verify(chain));
    }

    /// The key that the peer proved to hold: what its receipts are checked with.
    public static VerifyingKey keyOf(SSLSession session) throws TrustException {
        return VerifyingKey.of(chain(session).getFirst());
    }

    private static List<X509Certificate> chain(SSLSession session) throws TrustException {
        try {
            Certificate[] chain = session.getPeerCertificates();
            return Arrays.stream(chain).map(X509Certificate.class::cast).toList();
        } catch (SSLPeerUnverifiedException e) {
            throw new TrustException("the peer showed no certificate", e);
        }
    }

    private static boolean isSelfSigned(X509Certificate certificate) {
        if (!certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
            return false;
        }
        try {
            certificate.verify(certificate.getPublicKey());
            return true;
        } catch (GeneralSecurityException _) {
            return false; // the answer, not a failure: another key signed it
        }
    }

    private static SSLContext context(Identity self, CertificateTaker taker) {
        try {
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(
                    new KeyManager[] {new CertificateShower(self)}, new TrustManager[] {taker}, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS 1.3", e);
        }
    }
}
