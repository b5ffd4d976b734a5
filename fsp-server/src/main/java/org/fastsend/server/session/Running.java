package org.fastsend.server.session;

import org.fastsend.server.reply.Reply;

/// What goes on beside the control connection: a transfer, or following one. It runs on a thread of its own and
/// stops when that is interrupted.
public interface Running {
    /// Does it all, and gives the reply that ends it. Whatever it holds is freed when this returns.
    Reply run();

    /// How far it is, for STAT.
    String progress();

    /// Makes it end soon; from any thread.
    ///
    /// @param runner the thread that runs it
    default void stop(Thread runner) {
        runner.interrupt();
    }

    /// Whether it only watches something that goes on without it: then QUIT does not wait for its end.
    default boolean isOnlyWatching() {
        return false;
    }
}
