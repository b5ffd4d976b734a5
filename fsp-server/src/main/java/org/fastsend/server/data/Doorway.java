package org.fastsend.server.data;

import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/// A listening socket whose connections are not Netty's to read: each is handed over as it comes, in the event loop.
final class Doorway extends NioServerSocketChannel {
    /// Takes a connection, and may close it.
    @FunctionalInterface
    interface Host {
        void welcome(SocketChannel guest, InetSocketAddress from) throws IOException;
    }

    private final Host host;

    Doorway(ServerSocketChannel listening, Host host) {
        super(listening);
        this.host = host;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws IOException {
        SocketChannel guest = javaChannel().accept();
        if (guest != null) {
            try {
                guest.configureBlocking(false);
                if (guest.getRemoteAddress() instanceof InetSocketAddress from) {
                    host.welcome(guest, from);
                } else {
                    guest.close();
                }
            } catch (IOException | RuntimeException e) {
                guest.close();
                throw e;
            }
        }
        return 0; // nothing for a pipeline
    }
}
