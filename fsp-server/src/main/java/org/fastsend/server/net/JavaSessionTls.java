package org.fastsend.server.net;

import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslHandler;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/// The TLS of one FTP session as Java's own provider speaks it, everywhere.
final class JavaSessionTls implements SessionTls {
    private static final String NO_PROTOCOL = "";

    /// One second more than TLS 1.3 allows a ticket to live (RFC 8446 section 4.6.1), at which the JDK sends none.
    private static final int NO_TICKETS_SECONDS = 604_801;

    private final Supplier<SSLContext> contexts;
    private final SSLContext context;
    private final ShownCertificates shown;
    private final SessionReuse planned;
    private volatile String controlProtocol = NO_PROTOCOL;
    private Optional<SSLEngine> controlEngine = Optional.empty();

    /// Made with a source of contexts that nobody else has: one for what belongs together, and one for each data
    /// connection that is to stand alone.
    JavaSessionTls(Supplier<SSLContext> contexts, ShownCertificates shown, SessionReuse planned) {
        this.planned = planned;
        this.contexts = contexts;
        this.context = contexts.get();
        this.shown = shown;
        issueTickets(context, true);
    }

    @Override
    public synchronized List<ChannelHandler> control() {
        SSLEngine engine = engine(context);
        engine.setHandshakeApplicationProtocolSelector((_, offered) -> {
            controlProtocol = choose(TlsTerms.CONTROL_PROTOCOLS, offered);
            return controlProtocol;
        });
        controlEngine = Optional.of(engine);
        return TlsTerms.behindFirstRecord(TlsTerms.patient(new SslHandler(engine)), planned);
    }

    @Override
    public synchronized SslHandler data(SessionReuse reuse, boolean clientReads) {
        boolean apart = reuse == SessionReuse.OFF;
        SSLContext from = apart ? contexts.get() : context;
        issueTickets(from, !apart && (clientReads || !sendsTicketsBehindTheHandshake()));
        SSLEngine engine = engine(from);
        engine.setHandshakeApplicationProtocolSelector((_, offered) -> choose(TlsTerms.DATA_PROTOCOLS, offered));
        if (reuse == SessionReuse.REQUIRE) {
            controlEngine.ifPresent(control -> TlsTerms.keepVersion(engine, control));
        }
        return TlsTerms.patient(new SslHandler(engine));
    }

    /// No certificate was needed for it, and it carries the time at which the control connection's session was made.
    @Override
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

    @Override
    public boolean impliesPrivateData() {
        return TlsTerms.impliesPrivateData(controlProtocol);
    }

    @Override
    public void close() {
        // The JDK's contexts hold nothing that the collector does not know.
    }

    /// A client that names nothing that is spoken here fails the handshake.
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
        context.getServerSessionContext().setSessionTimeout(wanted ? TlsTerms.TICKET_SECONDS : NO_TICKETS_SECONDS);
    }

    private static SSLEngine engine(SSLContext context) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(TlsTerms.VERSIONS.toArray(String[]::new));
        engine.setEnabledCipherSuites(Arrays.stream(engine.getSupportedCipherSuites())
                .filter(TlsTerms.SUITES::contains)
                .toArray(String[]::new));
        return engine;
    }
}
