package org.fastsend.server.data;

import java.io.IOException;

/// Makes the data connections of one transfer. Thread-safe as far as its endpoint is.
///
/// @param endpoint where they come from or go to
/// @param timeoutNanos how long one may take
/// @param beforeWaiting is run before a connection is waited for
public record DataConnector(DataEndpoint endpoint, DataProtection protection, long timeoutNanos, Runnable beforeWaiting)
        implements AutoCloseable {
    /// Makes a connection and protects it.
    DataConnection open() throws IOException, InterruptedException {
        DataConnection connection = connect(timeoutNanos);
        boolean usable = false;
        try {
            protection.protect(connection);
            usable = true;
            return connection;
        } catch (IOException e) {
            throw new NoDataConnection(e);
        } finally {
            if (!usable) {
                connection.close();
            }
        }
    }

    /// Makes a connection, and leaves it to the caller to protect it.
    DataConnection connect(long withinNanos) throws NoDataConnection, InterruptedException {
        try {
            return endpoint.connect(withinNanos, beforeWaiting);
        } catch (IOException e) {
            throw new NoDataConnection(e);
        }
    }

    /// Ends the endpoint: no further connection.
    @Override
    public void close() {
        endpoint.close();
    }
}
