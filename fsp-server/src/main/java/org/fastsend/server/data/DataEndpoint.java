package org.fastsend.server.data;

import java.io.IOException;

/// Where the next data connections come from or go to, agreed with the client by PASV, EPSV, SPAS, PORT, EPRT or SPOR.
public sealed interface DataEndpoint extends AutoCloseable permits PassivePort, ActiveAddress, StripedAddresses {
    /// Waits for a connection, at most so long. More than one only in MODE E.
    ///
    /// @param beforeWaiting is run before it waits, if it has to
    DataConnection connect(long timeoutNanos, Runnable beforeWaiting) throws IOException, InterruptedException;

    /// How many addresses of a receiver stand behind it, each of which gets as many connections as the
    /// others.
    default int stripes() {
        return 1;
    }

    /// Takes a connection back that its sender keeps open for a further transfer.
    default void giveBack(DataConnection connection) {
        connection.close();
    }

    @Override
    void close();
}
