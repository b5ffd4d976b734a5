package org.fastsend.server.net;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;

/// What the data connections of one server share: the event loops in which they speak TLS, threads, and chance.
/// Thread-safe.
public final class Transport implements AutoCloseable {
    private static final int DATA_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final long QUIET_MILLIS = 0;
    private static final long SHUTDOWN_MILLIS = 2000;

    private final SecureRandom random = new SecureRandom();
    private final StreamThreads streams = new StreamThreads();
    private final EventLoopGroup data = new MultiThreadIoEventLoopGroup(
            DATA_THREADS, new DefaultThreadFactory("fsp-data", true), NioIoHandler.newFactory());

    public EventLoopGroup data() {
        return data;
    }

    /// Threads for further connections of one transfer.
    public StreamThreads streams() {
        return streams;
    }

    /// Chooses what nobody may foretell.
    public SecureRandom random() {
        return random;
    }

    @Override
    public void close() {
        var _ = data.shutdownGracefully(QUIET_MILLIS, SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(2 * SHUTDOWN_MILLIS);
    }
}
