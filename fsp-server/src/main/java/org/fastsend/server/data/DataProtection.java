package org.fastsend.server.data;

import java.io.IOException;

/// What is done with a data connection before anything goes over it: TLS is started, or nothing.
@FunctionalInterface
public interface DataProtection {
    /// Returns when the connection may be used; fails when it must not. From several threads at once in MODE E.
    void protect(DataConnection connection) throws IOException, InterruptedException;
}
