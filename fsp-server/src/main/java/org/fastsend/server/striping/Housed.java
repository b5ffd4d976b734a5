package org.fastsend.server.striping;

/// A transfer as the service keeps it. Thread-safe.
sealed interface Housed extends RunningTransfer, AutoCloseable permits Sending, Receiving {
    TransferStory story();

    /// Starts it; `ended` is called when it is over, on its thread.
    void start(Runnable ended);

    /// Breaks it off.
    ///
    /// @param why for people
    void stop(String why);

    /// Frees what it still holds after its end.
    @Override
    void close();
}
