package org.fastsend.server.net;

import io.netty.handler.ssl.SslHandler;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/// The TLS of one FTP session. Its tickets are sealed under keys that only this object has, so a data connection that
/// resumes anything at all resumes this very session, as often as the client likes to show one ticket. Thread-safe;
/// the data connections of one transfer all move the same way.
///
/// TLS 1.3 sends tickets behind the handshake. A client that only writes never reads them, and closing a socket with
/// something unread in it resets the connection: lftp would lose the end of every upload. So only connections that
/// the client reads from bring tickets; a client that shows each only once, and keeps but one (curl), runs out of them
/// when it uploads twice without fetching anything between.
public final class SessionTls {
    /// What a client may say it speaks on a control connection, the preferred first. FileZilla's own name says that
    /// PROT P need not be said.
    private static final List<String> CONTROL_PROTOCOLS = List.of("x-filezilla-ftp", "ftp");

    private static final List<String> DATA_PROTOCOLS = List.of("ftp-data");

    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
    private static final String NO_PROTOCOL = "";

    /// Forward secrecy and authenticated encryption; every client that knows TLS 1.2 has some of them.
    private static final Set<String> SUITES = Set.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private static final int TICKET_SECONDS = 86_400;

    /// One second more than TLS 1.3 allows a ticket to live (RFC 8446 section 4.6.1), at which the JDK sends none.
    private static final int NO_TICKETS_SECONDS = 604_801;

    private static final long HANDSHAKE_TIMEOUT_MILLIS = 30_000;
    private static final long CLOSE_FLUSH_TIMEOUT_MILLIS = 10_000;

    private final Supplier<SSLContext> contexts;
    private final SSLContext context;
    private final ShownCertificates shown;
    private volatile String controlProtocol = NO_PROTOCOL;
    private Optional<SSLEngine> controlEngine = Optional.empty();

    /// Made with a source of contexts that nobody else has: one for what belongs together, and one for each data
    /// connection that is to stand alone.
    SessionTls(Supplier<SSLContext> contexts, ShownCertificates shown) {
        this.contexts = contexts;
        this.context = contexts.get();
        this.shown = shown;
        issueTickets(context, true);
    }

    /// A handler for the control connection; what was written before it joined the pipeline stays in the clear.
    public synchronized SslHandler control() {
        SSLEngine engine = engine(context);
        engine.setHandshakeApplicationProtocolSelector((_, offered) -> {
            controlProtocol = choose(CONTROL_PROTOCOLS, offered);
            return controlProtocol;
        });
        controlEngine = Optional.of(engine);
        return handler(engine);
    }

    /// A handler for a data connection.
    ///
    /// @param clientReads whether the server will send on it
    public SslHandler data(SessionReuse reuse, boolean clientReads) {
        boolean apart = reuse == SessionReuse.OFF;
        SSLContext from = apart ? contexts.get() : context;
        issueTickets(from, !apart && (clientReads || !sendsTicketsBehindTheHandshake()));
        SSLEngine engine = engine(from);
        engine.setHandshakeApplicationProtocolSelector((_, offered) -> choose(DATA_PROTOCOLS, offered));
        return handler(engine);
    }

    /// Whether a connection, its handshake done, continues this session: no certificate was needed for it, and it
    /// carries the time at which the control connection's session was made.
    public synchronized boolean isContinuedBy(SslHandler data) {
        SSLEngine engine = data.engine();
        return !shown.wasShownOn(engine)
                && controlEngine
                        .filter(control -> isOfOneTime(control.getSession(), engine.getSession()))
                        .isPresent();
    }

    private static boolean isOfOneTime(SSLSession one, SSLSession other) {
        return one.getCreationTime() == other.getCreationTime();
    }

    /// Whether the client has said, by the name of its protocol, that it wants PROT P.
    public boolean impliesPrivateData() {
        return controlProtocol.equals("x-filezilla-ftp");
    }

    /// A client that says what it speaks, and names nothing that is spoken here, was sent to the wrong place by
    /// somebody (ALPACA, CVE-2021-3618): the handshake fails.
    @SuppressWarnings("NullAway") // the JDK ends the handshake at null
    private static String choose(List<String> spoken, List<String> offered) {
        return spoken.stream().filter(offered::contains).findFirst().orElse(null);
    }

    /// Before TLS 1.3 a ticket is part of the handshake, and the JDK promises one to whoever shows one: then it has to
    /// come. A data connection that continues a session is of the same version.
    private synchronized boolean sendsTicketsBehindTheHandshake() {
        return controlEngine
                .filter(control -> control.getSession().getProtocol().equals("TLSv1.3"))
                .isPresent();
    }

    private static void issueTickets(SSLContext context, boolean wanted) {
        context.getServerSessionContext().setSessionTimeout(wanted ? TICKET_SECONDS : NO_TICKETS_SECONDS);
    }

    private static SSLEngine engine(SSLContext context) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(VERSIONS);
        engine.setEnabledCipherSuites(Arrays.stream(engine.getSupportedCipherSuites())
                .filter(SUITES::contains)
                .toArray(String[]::new));
        return engine;
    }

    private static SslHandler handler(SSLEngine engine) {
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS);
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_FLUSH_TIMEOUT_MILLIS);
        return handler;
    }
}
