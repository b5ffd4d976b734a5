package org.fastsend.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslHandler;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Gives a client of TLS 1.3 the ticket of its control connection again. Some (those on OpenSSL) show each ticket but
/// once and get none on a connection on which they only write; BoringSSL sends tickets behind the handshake and never
/// again. So this stands between TLS and the socket of the control connection, where every client reads, and lets the
/// ticket go out before the next reply. It learns the server's keys as a log of keys would.
final class TicketAgain extends ChannelOutboundHandlerAdapter {
    /// As many as the streams of a parallel transfer may have used.
    private static final int MAX_AT_ONCE = 16;

    private static final String SECRET_LABEL = "SERVER_TRAFFIC_SECRET_0 ";

    private final SslHandler tls;
    private final AtomicInteger owed = new AtomicInteger();
    private Optional<byte[]> secret = Optional.empty();
    private Optional<RepeatedTicket> records = Optional.empty();

    TicketAgain(SslHandler tls) {
        this.tls = tls;
    }

    /// Has one more ticket go out before what is said next. Thread-safe.
    void owe() {
        owed.incrementAndGet();
    }

    /// Takes a line of the log of keys, in the format of NSS, as far as it is of use here.
    void learn(byte[] line) {
        String text = new String(line, StandardCharsets.US_ASCII).strip();
        if (text.startsWith(SECRET_LABEL)) {
            secret = Optional.of(HexFormat.of().parseHex(text, text.lastIndexOf(' ') + 1, text.length()));
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        Object passed = message;
        if (message instanceof ByteBuf bytes && bytes.isReadable() && areKeysInUse()) {
            byte[] sealed = ByteBufUtil.getBytes(bytes);
            bytes.release();
            int again = Math.min(owed.getAndSet(0), MAX_AT_ONCE);
            passed = Unpooled.wrappedBuffer(records.orElseThrow().pass(sealed, again));
        }
        var _ = ctx.write(passed, promise);
    }

    /// Whether the handshake is over, all of whose records were sealed with keys of its own.
    private boolean areKeysInUse() throws GeneralSecurityException {
        if (records.isEmpty() && secret.isPresent() && tls.handshakeFuture().isSuccess()) {
            String suite = tls.engine().getSession().getCipherSuite();
            records = TrafficKeys.of(suite, secret.get()).map(RepeatedTicket::new);
            secret = Optional.empty();
        }
        return records.isPresent();
    }
}
