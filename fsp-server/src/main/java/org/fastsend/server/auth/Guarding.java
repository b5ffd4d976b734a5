package org.fastsend.server.auth;

import java.util.concurrent.TimeUnit;

/// How the server defends itself against those who try passwords.
///
/// @param attempts wrong passwords before a connection is closed
/// @param delayNanos how long the answer to a wrong password takes; doubled with each further one from an address
/// @param banAfter wrong passwords from one address, whatever the connections, before it is banned; 0 for never
/// @param banNanos how long the address is turned away, and how long its wrong passwords are remembered
public record Guarding(int attempts, long delayNanos, int banAfter, long banNanos) {
    public static final Guarding DEFAULT =
            new Guarding(3, TimeUnit.SECONDS.toNanos(1), 20, TimeUnit.MINUTES.toNanos(10));

    public Guarding withDelayNanos(long nanos) {
        return new Guarding(attempts, nanos, banAfter, banNanos);
    }

    public Guarding withBan(int after, long nanos) {
        return new Guarding(attempts, delayNanos, after, nanos);
    }
}
