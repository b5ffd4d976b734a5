package org.fastsend.server.net;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/// The event loops of one server, in which data connections speak TLS.
public final class Transport implements AutoCloseable {
    private static final int DATA_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final long QUIET_MILLIS = 0;
    private static final long SHUTDOWN_MILLIS = 2000;

    private final EventLoopGroup data = new MultiThreadIoEventLoopGroup(
            DATA_THREADS, new DefaultThreadFactory("fsp-data", true), NioIoHandler.newFactory());

    public EventLoopGroup data() {
        return data;
    }

    @Override
    public void close() {
        var _ = data.shutdownGracefully(QUIET_MILLIS, SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(2 * SHUTDOWN_MILLIS);
    }
}
