package org.fastsend.server.session;

import java.util.concurrent.TimeUnit;

/// How long a server waits for its clients.
///
/// @param loginNanos from the connection to the login, whatever is said meanwhile
/// @param idleNanos how long a session may be silent
/// @param dataConnectNanos how long a data connection may take to come, and a port for it to be asked for
/// @param stallNanos how long a transfer may stand still
public record Patience(long loginNanos, long idleNanos, long dataConnectNanos, long stallNanos) {
    public static final Patience DEFAULT = new Patience(
            TimeUnit.SECONDS.toNanos(60),
            TimeUnit.SECONDS.toNanos(600),
            TimeUnit.SECONDS.toNanos(30),
            TimeUnit.SECONDS.toNanos(120));

    public Patience withLoginNanos(long nanos) {
        return new Patience(nanos, idleNanos, dataConnectNanos, stallNanos);
    }

    public Patience withIdleNanos(long nanos) {
        return new Patience(loginNanos, nanos, dataConnectNanos, stallNanos);
    }

    public Patience withDataConnectNanos(long nanos) {
        return new Patience(loginNanos, idleNanos, nanos, stallNanos);
    }

    public Patience withStallNanos(long nanos) {
        return new Patience(loginNanos, idleNanos, dataConnectNanos, nanos);
    }
}
