package org.fastsend.server.net;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.ReferenceCountedOpenSslServerContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.internal.tcnative.SSL;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLException;

/// The TLS of one FTP session as BoringSSL speaks it: at full speed from the first byte. It sends the tickets of TLS
/// 1.3 with what the server writes first, so behind all that a client has to say who only writes; where a ticket must
/// be shown, one comes on the control connection for each that a data connection may have used up ([TicketAgain]).
final class NativeSessionTls implements SessionTls {
    private final KeyManagerFactory keys;
    private final SecureRandom random;
    private final SessionReuse planned;
    private final SslContext context;
    /// Whether handshakes turned out to resume this session.
    private final Map<SslHandler, CompletableFuture<Boolean>> resumptions =
            Collections.synchronizedMap(new WeakHashMap<>());

    private Optional<SslContext> apart = Optional.empty();
    private Optional<SslHandler> control = Optional.empty();
    private Optional<TicketAgain> tickets = Optional.empty();
    private boolean closed;

    NativeSessionTls(KeyManagerFactory keys, SecureRandom random, SessionReuse planned) {
        this.keys = keys;
        this.random = random;
        this.planned = planned;
        this.context = newContext(true);
    }

    /// Whether there is native code for this system.
    static boolean isAvailable() {
        return OpenSsl.isAvailable() && "BoringSSL".equals(OpenSsl.versionString());
    }

    @Override
    public synchronized List<ChannelHandler> control() {
        SslHandler handler = TlsTerms.patient(context.newHandler(ByteBufAllocator.DEFAULT));
        control = Optional.of(handler);
        TicketAgain again = new TicketAgain(handler);
        tickets = Optional.of(again);
        learnKeys(handler, again);
        List<ChannelHandler> handlers = new ArrayList<>(List.of(again));
        handlers.addAll(TlsTerms.behindFirstRecord(handler, planned));
        return handlers;
    }

    private void learnKeys(SslHandler handler, TicketAgain again) {
        long ssl = ((ReferenceCountedOpenSslEngine) handler.engine()).sslPointer();
        NativeKeyLog.of(context, (whose, line) -> {
            if (whose == ssl) {
                again.learn(line);
            }
        });
    }

    @Override
    public synchronized SslHandler data(SessionReuse reuse, boolean clientReads) throws IOException {
        if (closed) {
            throw new SocketException("the session is over");
        }
        SslHandler handler = TlsTerms.patient(contextFor(reuse).newHandler(ByteBufAllocator.DEFAULT));
        if (reuse == SessionReuse.REQUIRE) {
            control.ifPresent(before -> TlsTerms.keepVersion(handler.engine(), before.engine()));
        }
        CompletableFuture<Boolean> resumption = new CompletableFuture<>();
        resumptions.put(handler, resumption);
        // At once: the client may be done, and the engine gone, before anybody else looks.
        handler.handshakeFuture().addListener(done -> resumption.complete(done.isSuccess() && isResumed(handler)));
        if (reuse == SessionReuse.REQUIRE) {
            tickets.ifPresent(again -> handler.handshakeFuture().addListener(_ -> again.owe()));
        }
        return handler;
    }

    private SslContext contextFor(SessionReuse reuse) {
        if (reuse != SessionReuse.OFF) {
            return context;
        }
        if (apart.isEmpty()) {
            apart = Optional.of(newContext(false));
        }
        return apart.get();
    }

    private static boolean isResumed(SslHandler handler) {
        ReferenceCountedOpenSslEngine engine = (ReferenceCountedOpenSslEngine) handler.engine();
        synchronized (engine) { // so that it is not freed meanwhile
            long ssl = engine.sslPointer();
            return ssl != 0 && SSL.isSessionReused(ssl);
        }
    }

    /// Only sessions of this very context can be resumed in it.
    @Override
    public boolean isContinuedBy(SslHandler data) {
        CompletableFuture<Boolean> resumption = resumptions.get(data);
        return resumption != null && resumption.join();
    }

    @Override
    public synchronized boolean impliesPrivateData() {
        return control.map(SslHandler::applicationProtocol)
                .filter(TlsTerms::impliesPrivateData)
                .isPresent();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            ReferenceCountUtil.release(context);
            apart.ifPresent(ReferenceCountUtil::release);
        }
    }

    private SslContext newContext(boolean resumable) {
        try {
            SslContext made = SslContextBuilder.forServer(keys)
                    .sslProvider(SslProvider.OPENSSL_REFCNT)
                    .protocols(TlsTerms.VERSIONS)
                    .ciphers(TlsTerms.SUITES, SupportedCipherSuiteFilter.INSTANCE)
                    .sessionTimeout(TlsTerms.TICKET_SECONDS)
                    .applicationProtocolConfig(new ApplicationProtocolConfig(
                            Protocol.ALPN,
                            SelectorFailureBehavior.NO_ADVERTISE,
                            SelectedListenerFailureBehavior.ACCEPT,
                            protocols()))
                    .build();
            if (made instanceof ReferenceCountedOpenSslServerContext server) {
                server.sessionContext().setSessionCacheEnabled(resumable);
                if (resumable) {
                    server.sessionContext().setTicketKeys(newTicketKey());
                }
            }
            return made;
        } catch (SSLException e) {
            throw new IllegalStateException("the certificate served a moment ago: " + e.getMessage(), e);
        }
    }

    private static List<String> protocols() {
        return Stream.of(TlsTerms.CONTROL_PROTOCOLS, TlsTerms.DATA_PROTOCOLS)
                .flatMap(List::stream)
                .toList();
    }

    private OpenSslSessionTicketKey newTicketKey() {
        return new OpenSslSessionTicketKey(
                bytes(OpenSslSessionTicketKey.NAME_SIZE),
                bytes(OpenSslSessionTicketKey.HMAC_KEY_SIZE),
                bytes(OpenSslSessionTicketKey.AES_KEY_SIZE));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
