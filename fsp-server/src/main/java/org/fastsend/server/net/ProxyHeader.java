package org.fastsend.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The header of the PROXY protocol, version 1 or 2 (haproxy.org, proxy-protocol.txt), at the start of
/// a connection from a trusted proxy. Takes bytes as they come until the header is whole; what stands
/// behind it is the client's. One thread at a time.
public final class ProxyHeader {
    /// A proxy sends it with the connection: who takes longer is none.
    public static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final EmbeddedChannel decoder = new EmbeddedChannel(new HAProxyMessageDecoder());

    /// The ends of a connection as the proxy saw them.
    public record Ends(InetSocketAddress peer, InetSocketAddress local) {}

    /// Takes all that remains in `bytes`. The ends of the connection once the header is whole: a proxy
    /// that checks whether the server lives speaks for itself.
    ///
    /// @param own the socket's ends
    public Optional<Ends> receive(ByteBuffer bytes, Ends own) throws ProtocolException {
        try {
            decoder.writeInbound(Unpooled.copiedBuffer(bytes));
            bytes.position(bytes.limit());
        } catch (DecoderException e) {
            ProtocolException refused = new ProtocolException("no PROXY header: " + e.getMessage());
            refused.initCause(e);
            throw refused;
        }
        HAProxyMessage header = decoder.readInbound();
        if (header == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(ends(header, own));
        } finally {
            header.release();
        }
    }

    /// What came behind the header.
    public byte[] rest() throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        for (ByteBuf bytes = decoder.readInbound(); bytes != null; bytes = decoder.readInbound()) {
            bytes.readBytes(rest, bytes.readableBytes());
            bytes.release();
        }
        return rest.toByteArray();
    }

    private static Ends ends(HAProxyMessage header, Ends own) {
        String source = header.sourceAddress();
        String destination = header.destinationAddress();
        if (header.command() == HAProxyCommand.LOCAL || source == null || destination == null) {
            return own;
        }
        return new Ends(
                new InetSocketAddress(InetAddress.ofLiteral(source), header.sourcePort()),
                new InetSocketAddress(InetAddress.ofLiteral(destination), header.destinationPort()));
    }
}
