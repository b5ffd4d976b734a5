package org.fastsend.core.channel;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Channels that were opened for a job, on threads of their own, and that its thread has not taken up yet: they
/// end with the job. Thread-safe.
public final class ArrivingChannels implements AutoCloseable {
    private final Set<BlockChannel> arriving = ConcurrentHashMap.newKeySet();
    private volatile boolean over;

    /// One was opened. Closes it if the job is over: nobody takes it up any more.
    public void arrived(BlockChannel channel) {
        arriving.add(channel);
        if (over) {
            channel.close();
        }
    }

    /// The job's thread has it now.
    public void takenUp(BlockChannel channel) {
        arriving.remove(channel);
    }

    /// The job is over.
    @Override
    public void close() {
        over = true;
        arriving.forEach(BlockChannel::close);
    }
}
