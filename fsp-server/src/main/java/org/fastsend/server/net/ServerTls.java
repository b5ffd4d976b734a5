package org.fastsend.server.net;

import io.netty.handler.ssl.OpenSslX509KeyManagerFactory;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// TLS as the server speaks it: 1.2 and 1.3, the server's certificate, none asked of the client. Each control
/// connection gets a [SessionTls] of its own, with the certificate of that moment. Thread-safe.
///
/// BoringSSL provides it where there is native code: Java's own provider needs gigabytes until the JVM has compiled it
/// well, and more time afterwards.
public final class ServerTls {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
    private static final String ALIAS = "server";

    /// The kinds of keys that BoringSSL signs with unasked.
    private static final Set<String> NATIVE_KEYS = Set.of("RSA", "EC");

    private static final char[] NO_PASSWORD = {};

    /// Tickets for one session's data connections: a client that uses each but once gets more with
    /// every download.
    private static final String TICKETS = "4";

    static {
        // The JDK takes these from nowhere else. Renegotiation is of no use to FTP and has let others in
        // (CVE-2009-3555).
        System.setProperty("jdk.tls.server.newSessionTicketCount", TICKETS);
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }

    /// Whose TLS is spoken: the native one where there is one for this system, or what Java has
    /// everywhere.
    public enum Provider {
        FASTEST,
        PORTABLE
    }

    private final Supplier<ServerKey> source;
    private final boolean mayBeNative;
    private final SecureRandom random = new SecureRandom();
    private Loaded loaded;
    /// What came last and cannot be used.
    private Optional<ServerKey> refused = Optional.empty();

    /// A pair and what the JDK made of it.
    private record Loaded(ServerKey pair, X509ExtendedKeyManager keys, Optional<KeyManagerFactory> nativeKeys) {}

    /// Asks `source` for every new session: it may answer with a new pair at any time, and with one that TLS
    /// cannot use, for instance a chain with a certificate twice: then the one before it goes on. Throws
    /// IllegalArgumentException when the first does not fit together.
    public ServerTls(Supplier<ServerKey> source) {
        this(source, Provider.FASTEST);
    }

    /// The same, with the provider that is asked for.
    public ServerTls(Supplier<ServerKey> source, Provider provider) {
        this.source = source;
        this.mayBeNative = provider == Provider.FASTEST && NativeSessionTls.isAvailable();
        this.loaded = load(source.get());
    }

    /// The TLS of one control connection and its data connections, of which `reuse` will be asked
    /// unless the user is an exception.
    public SessionTls newSession(SessionReuse reuse) {
        Loaded now = current();
        if (now.nativeKeys().isPresent()) {
            return new NativeSessionTls(now.nativeKeys().get(), random, reuse);
        }
        ShownCertificates shown = new ShownCertificates(now.keys());
        return new JavaSessionTls(() -> newContext(shown), shown, reuse);
    }

    /// What sessions were last given.
    synchronized ServerKey inUse() {
        return loaded.pair();
    }

    private synchronized Loaded current() {
        ServerKey pair = source.get();
        if (!pair.equals(loaded.pair()) && !refused.equals(Optional.of(pair))) {
            try {
                loaded = load(pair);
                refused = Optional.empty();
            } catch (IllegalArgumentException e) {
                LOG.warn("the certificate stays as it was: {}", e.getMessage());
                refused = Optional.of(pair);
            }
        }
        return loaded;
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

    private Loaded load(ServerKey pair) {
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
            return new Loaded(pair, keys, nativeKeys(pair, store));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("the certificate does not fit its key: " + e.getMessage(), e);
        }
    }

    /// The same for BoringSSL, which is tried here: what it cannot use Java serves, and the first
    /// client waits for less.
    private Optional<KeyManagerFactory> nativeKeys(ServerKey pair, KeyStore store) throws GeneralSecurityException {
        if (!mayBeNative || !NATIVE_KEYS.contains(pair.key().getAlgorithm())) {
            return Optional.empty();
        }
        KeyManagerFactory factory = new OpenSslX509KeyManagerFactory();
        factory.init(store, NO_PASSWORD);
        try (SessionTls trial = new NativeSessionTls(factory, random, SessionReuse.PREFER)) {
            LOG.debug("TLS by BoringSSL session={}", trial);
            return Optional.of(factory);
        } catch (IllegalStateException e) {
            LOG.warn("TLS by Java, for BoringSSL cannot use the certificate: {}", e.getMessage());
            return Optional.empty();
        }
    }
}
