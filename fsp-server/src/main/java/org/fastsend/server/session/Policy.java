package org.fastsend.server.session;

import org.fastsend.server.data.PortRange;

/// What the operator decided about sessions.
///
/// @param requireTls no login and no data without TLS
/// @param passivePorts where passive data connections may be
/// @param loginAttempts wrong passwords before a connection is closed
/// @param loginDelayNanos how long the answer to a wrong password takes
/// @param idleNanos how long a session may be silent
/// @param dataConnectNanos how long a data connection may take to come
public record Policy(
        boolean requireTls,
        PortRange passivePorts,
        int loginAttempts,
        long loginDelayNanos,
        long idleNanos,
        long dataConnectNanos) {
    private static final long SECOND = 1_000_000_000L;

    public static final Policy DEFAULT = new Policy(false, PortRange.ANY, 3, SECOND, 600 * SECOND, 30 * SECOND);

    public Policy withRequireTls(boolean required) {
        return new Policy(required, passivePorts, loginAttempts, loginDelayNanos, idleNanos, dataConnectNanos);
    }

    public Policy withPassivePorts(PortRange ports) {
        return new Policy(requireTls, ports, loginAttempts, loginDelayNanos, idleNanos, dataConnectNanos);
    }

    public Policy withLoginDelayNanos(long nanos) {
        return new Policy(requireTls, passivePorts, loginAttempts, nanos, idleNanos, dataConnectNanos);
    }

    public Policy withIdleNanos(long nanos) {
        return new Policy(requireTls, passivePorts, loginAttempts, loginDelayNanos, nanos, dataConnectNanos);
    }
}
