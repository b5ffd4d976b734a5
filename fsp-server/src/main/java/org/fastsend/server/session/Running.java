package org.fastsend.server.session;

import org.fastsend.server.reply.Reply;

/// What goes on beside the control connection: a transfer, or following one. Whoever runs it leaves listening to the
/// client to another thread as soon as it may take a while. It stops when its thread is interrupted.
public interface Running {
    /// Does it all, and gives the reply that ends it. Whatever it holds is freed when this returns.
    Reply run();

    /// The same, where it may turn out to take no time.
    ///
    /// @param beforeWaiting is run, once or more often, before it waits for anything
    default Reply run(Runnable beforeWaiting) {
        beforeWaiting.run();
        return run();
    }

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
