package org.fastsend.server.session;

import org.fastsend.server.data.PortRange;
import org.fastsend.server.net.SessionReuse;

/// What the operator decided about sessions.
///
/// @param requireTls no login and no data without TLS
/// @param sessionReuse what TLS on data connections has to prove, where a user has no rule of their own
/// @param passivePorts where passive data connections may be
/// @param patience how long anything may take
/// @param guarding what happens to those who try passwords
public record Policy(
        boolean requireTls, SessionReuse sessionReuse, PortRange passivePorts, Patience patience, Guarding guarding) {
    public static final Policy DEFAULT =
            new Policy(false, SessionReuse.PREFER, PortRange.ANY, Patience.DEFAULT, Guarding.DEFAULT);

    public Policy withRequireTls(boolean required) {
        return new Policy(required, sessionReuse, passivePorts, patience, guarding);
    }

    public Policy withSessionReuse(SessionReuse reuse) {
        return new Policy(requireTls, reuse, passivePorts, patience, guarding);
    }

    public Policy withPassivePorts(PortRange ports) {
        return new Policy(requireTls, sessionReuse, ports, patience, guarding);
    }

    public Policy withPatience(Patience other) {
        return new Policy(requireTls, sessionReuse, passivePorts, other, guarding);
    }

    public Policy withGuarding(Guarding other) {
        return new Policy(requireTls, sessionReuse, passivePorts, patience, other);
    }
}
