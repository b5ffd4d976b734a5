package org.fastsend.server.data;

import java.io.IOException;

/// Where the next data connections come from or go to, agreed with the client by PASV, EPSV, SPAS, PORT, EPRT or SPOR.
public sealed interface DataEndpoint extends AutoCloseable permits PassivePort, ActiveAddress, StripedAddresses {
    /// Waits for the connection, at most so long.
    DataConnection connect(long timeoutNanos) throws IOException, InterruptedException;

    /// How many addresses of a receiver stand behind it, each of which gets as many connections as the others.
    default int stripes() {
        return 1;
    }

    @Override
    void close();
}
