package org.fastsend.core.net;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.wire.SessionId;

/// The sessions that a listener has room for, and whose they are: nobody has so many that none is left for others.
/// Keys of peers cost nothing, so those count as well whose peers may be here on one member's word. Thread-safe.
final class SessionSeats {
    private final Map<SessionId, Owner> taken = new HashMap<>();

    /// Whose a session is.
    ///
    /// @param peer key of the other end
    /// @param sponsor key of the member that answers for it: whoever signed its capability, or itself
    record Owner(KeyHash peer, KeyHash sponsor) {}

    /// False if there are too many.
    synchronized boolean take(SessionId session, Owner owner) {
        if (taken.size() >= TcpLimits.MAX_SESSIONS
                || count(Owner::peer, owner) >= TcpLimits.MAX_SESSIONS_OF_A_PEER
                || count(Owner::sponsor, owner) >= TcpLimits.MAX_SESSIONS_OF_A_SPONSOR) {
            return false;
        }
        taken.put(session, owner);
        return true;
    }

    synchronized void free(SessionId session) {
        taken.remove(session);
    }

    private long count(Function<Owner, KeyHash> key, Owner owner) {
        return taken.values().stream()
                .filter(other -> key.apply(other).equals(key.apply(owner)))
                .count();
    }
}
