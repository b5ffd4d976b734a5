package org.fastsend.server.net;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLException;

/// TLS as the server speaks it, on control and data connections alike: 1.2 and 1.3, the server's certificate, none
/// asked of the client. Thread-safe. This class alone knows which provider does the work.
public final class ServerTls {
    private static final long HANDSHAKE_TIMEOUT_MILLIS = 30_000;
    private static final long CLOSE_FLUSH_TIMEOUT_MILLIS = 10_000;

    /// One second more than TLS 1.3 allows a ticket to live (RFC 8446 section 4.6.1), at which the JDK sends none.
    /// A client that only writes never reads its ticket, and closing a socket with something unread in it resets
    /// the connection: lftp would lose the end of every upload.
    private static final long NO_TICKETS_SECONDS = 604_801;

    private final SslContext context;

    public ServerTls(PrivateKey key, List<X509Certificate> chain) {
        try {
            context = SslContextBuilder.forServer(key, chain)
                    .sslProvider(SslProvider.JDK)
                    .sessionTimeout(NO_TICKETS_SECONDS)
                    .protocols("TLSv1.2", "TLSv1.3")
                    .build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("the certificate does not fit its key: " + e.getMessage(), e);
        }
    }

    /// A handler for one connection; what was written before it joined the pipeline stays in the clear.
    public SslHandler newHandler(ByteBufAllocator allocator) {
        SslHandler handler = context.newHandler(allocator);
        handler.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS);
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_FLUSH_TIMEOUT_MILLIS);
        return handler;
    }
}
