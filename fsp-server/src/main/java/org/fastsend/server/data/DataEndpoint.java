package org.fastsend.server.data;

import java.io.IOException;

/// Where the next data connection comes from or goes to, agreed with the client by PASV, EPSV, PORT or EPRT.
public sealed interface DataEndpoint extends AutoCloseable permits PassivePort, ActiveAddress {
    /// Waits for the connection, at most so long.
    DataConnection connect(long timeoutNanos) throws IOException, InterruptedException;

    @Override
    void close();
}
