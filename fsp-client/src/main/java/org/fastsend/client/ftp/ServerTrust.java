package org.fastsend.client.ftp;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides whether a server is the one that was meant. With a pin, exactly the server with that key;
/// otherwise a server of the federation, or one whose certificate the system's authorities have signed for
/// the host's name. Thread-safe.
public final class ServerTrust {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTrust.class);

    private final Optional<CertificatePin> pin;
    private final Predicate<List<X509Certificate>> federation;
    private final boolean strict;

    private ServerTrust(Optional<CertificatePin> pin, Predicate<List<X509Certificate>> federation, boolean strict) {
        this.pin = pin;
        this.federation = federation;
        this.strict = strict;
    }

    /// Only what the system trusts.
    public static ServerTrust system() {
        return new ServerTrust(Optional.empty(), chain -> false, false);
    }

    /// Only the server with that key.
    public static ServerTrust pinned(CertificatePin pin) {
        return new ServerTrust(Optional.of(pin), chain -> false, true);
    }

    /// Servers of the federation, and what the system trusts.
    public static ServerTrust federation(Federation federation) {
        return new ServerTrust(Optional.empty(), chain -> isServer(federation, chain), true);
    }

    private static boolean isServer(Federation federation, List<X509Certificate> chain) {
        try {
            return federation.verify(chain).role() == Role.SERVER;
        } catch (TrustException e) {
            LOG.debug("not a server of the federation", e);
            return false;
        }
    }

    /// Whether someone said whom to trust, so that an unprotected connection would disappoint them.
    boolean isExplicit() {
        return strict;
    }

    /// Makes client sockets that complete a handshake only with a trusted server.
    SSLSocketFactory socketFactory() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Decision()}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no TLS", e);
        }
    }

    /// Why a handshake was given up; carries the key to pin.
    static final class UntrustedException extends CertificateException {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable CertificatePin found;

        UntrustedException(CertificatePin found, String why, @Nullable Throwable cause) {
            super(why, cause);
            this.found = found;
        }

        /// The untrusted exception among a failure's causes.
        static Optional<UntrustedException> in(Throwable failure) {
            for (Throwable at = failure; at != null; at = at.getCause()) {
                if (at instanceof UntrustedException untrusted) {
                    return Optional.of(untrusted);
                }
            }
            return Optional.empty();
        }

        String found() {
            return String.valueOf(found);
        }
    }

    private final class Decision extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String keyExchange, Socket socket)
                throws CertificateException {
            CertificatePin found = CertificatePin.of(chain[0]);
            if (pin.isPresent()) {
                if (!pin.get().equals(found)) {
                    throw new UntrustedException(found, "its key is not the one pinned", null);
                }
                return;
            }
            if (federation.test(List.of(chain))) {
                return;
            }
            try {
                systemAuthorities().checkServerTrusted(chain, keyExchange, socket);
            } catch (CertificateException e) {
                throw new UntrustedException(
                        found,
                        strict
                                ? "its certificate is neither of the federation nor of a known authority"
                                : "no known authority vouches for its certificate",
                        e);
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String keyExchange, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("only sockets are used here");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String keyExchange) throws CertificateException {
            throw new CertificateException("the host's name must be known");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String keyExchange, Socket socket)
                throws CertificateException {
            throw new CertificateException("this is a client");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String keyExchange, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("this is a client");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String keyExchange) throws CertificateException {
            throw new CertificateException("this is a client");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /// Loaded only when needed: reading the system's store takes longer than a handshake.
    private static X509ExtendedTrustManager systemAuthorities() throws CertificateException {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            for (TrustManager each : factory.getTrustManagers()) {
                if (each instanceof X509ExtendedTrustManager usable) {
                    return usable;
                }
            }
            throw new CertificateException("this Java platform has no trust store");
        } catch (GeneralSecurityException e) {
            throw new CertificateException("the system's trust store cannot be read", e);
        }
    }
}
