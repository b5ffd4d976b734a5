package org.fastsend.server.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// The event loops of one server: one group for control connections, one for data, so that a disk that is slow
/// under a transfer never delays a command. For control connections Linux has epoll; elsewhere, or when asked, and for
/// data, whose sockets Java's own calls use too, NIO serves.
public final class Transport implements AutoCloseable {
    /// Native code where there is some for this system, or what Java has everywhere.
    public enum Kind {
        FASTEST,
        PORTABLE
    }

    private static final int CONTROL_THREADS = 1;
    private static final int DATA_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final long QUIET_MILLIS = 0;
    private static final long SHUTDOWN_MILLIS = 2000;

    private final boolean epoll;
    private final EventLoopGroup control;
    private final EventLoopGroup data;

    public Transport(Kind kind) {
        epoll = kind == Kind.FASTEST && Epoll.isAvailable();
        control =
                group(CONTROL_THREADS, "fsp-control", epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        data = group(DATA_THREADS, "fsp-data", NioIoHandler.newFactory());
    }

    public String name() {
        return epoll ? "epoll" : "nio";
    }

    public boolean isEpoll() {
        return epoll;
    }

    public EventLoopGroup control() {
        return control;
    }

    public EventLoopGroup data() {
        return data;
    }

    /// Waits for an operation, and gives its failure as what a blocking socket would have thrown.
    public static Channel await(ChannelFuture future) throws IOException {
        future.awaitUninterruptibly();
        Throwable failure = future.cause();
        if (failure != null) {
            throw failure instanceof IOException io ? io : new IOException(failure);
        }
        return future.channel();
    }

    @Override
    public void close() {
        Future<?> controlEnded = control.shutdownGracefully(QUIET_MILLIS, SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS);
        Future<?> dataEnded = data.shutdownGracefully(QUIET_MILLIS, SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS);
        controlEnded.awaitUninterruptibly(2 * SHUTDOWN_MILLIS);
        dataEnded.awaitUninterruptibly(2 * SHUTDOWN_MILLIS);
    }

    private static EventLoopGroup group(int threads, String name, IoHandlerFactory factory) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), factory);
    }
}
