package org.fastsend.server.net;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;

/// TLS as the server speaks it: 1.2 and 1.3, the server's certificate, none asked of the client. Each control
/// connection gets a [SessionTls] of its own, with the certificate of that moment. Thread-safe.
public final class ServerTls {
    private static final String ALIAS = "server";
    private static final char[] NO_PASSWORD = {};

    /// Tickets for one session's data connections: a client that uses each but once gets more with every download.
    private static final String TICKETS = "4";

    static {
        // The JDK takes these from nowhere else. Renegotiation is of no use to FTP and has let others in
        // (CVE-2009-3555).
        System.setProperty("jdk.tls.server.newSessionTicketCount", TICKETS);
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }

    private final Supplier<ServerKey> source;
    private final SecureRandom random = new SecureRandom();
    private Loaded loaded;

    /// A pair and what the JDK made of it.
    private record Loaded(ServerKey pair, X509ExtendedKeyManager keys) {}

    /// Asks `source` for every new session: it may answer with a new pair at any time. Throws
    /// IllegalArgumentException when the first does not fit together.
    public ServerTls(Supplier<ServerKey> source) {
        this.source = source;
        this.loaded = load(source.get());
    }

    /// The TLS of one control connection and its data connections.
    public SessionTls newSession() {
        ShownCertificates shown = new ShownCertificates(current());
        return new SessionTls(() -> newContext(shown), shown);
    }

    private synchronized X509ExtendedKeyManager current() {
        ServerKey pair = source.get();
        if (!pair.equals(loaded.pair())) {
            loaded = load(pair);
        }
        return loaded.keys();
    }

    private SSLContext newContext(ShownCertificates shown) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {shown}, new TrustManager[0], random);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has TLS", e);
        }
    }

    private static Loaded load(ServerKey pair) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry(ALIAS, pair.key(), NO_PASSWORD, pair.chain().toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509");
            factory.init(store, NO_PASSWORD);
            X509ExtendedKeyManager keys = Arrays.stream(factory.getKeyManagers())
                    .filter(X509ExtendedKeyManager.class::isInstance)
                    .map(X509ExtendedKeyManager.class::cast)
                    .findFirst()
                    .orElseThrow();
            return new Loaded(pair, keys);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("the certificate does not fit its key: " + e.getMessage(), e);
        }
    }
}
