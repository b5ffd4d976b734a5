package org.fastsend.server.net;

import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;

/// The listening channel of control connections where there is no epoll: accepts them so that urgent data stays in its
/// place in the stream, which Netty has no option for.
public final class InlineNioServerChannel extends NioServerSocketChannel {
    @Override
    protected int doReadMessages(List<Object> accepted) throws IOException {
        SocketChannel channel = javaChannel().accept();
        if (channel == null) {
            return 0;
        }
        try {
            channel.socket().setOOBInline(true);
            accepted.add(new NioSocketChannel(this, channel));
            return 1;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }
}
