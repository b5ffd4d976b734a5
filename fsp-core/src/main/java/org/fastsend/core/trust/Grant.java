package org.fastsend.core.trust;

import java.util.Set;
import org.fastsend.core.block.TransferId;

/// What a session's peer may do, as its verified capability says.
///
/// @param transfer the one transfer it covers
/// @param holder key of the peer, proven by the session's TLS handshake
/// @param issuer key of the federation member that signed the capability
/// @param verbs what may be asked; nothing else is answered
/// @param maxBytes sealed bytes that may be put under it, all sessions together
/// @param expiresEpochSeconds end of the capability
public record Grant(
        TransferId transfer, KeyHash holder, KeyHash issuer, Set<Verb> verbs, long maxBytes, long expiresEpochSeconds) {
    public Grant {
        verbs = Set.copyOf(verbs);
    }

    public boolean allows(Verb verb) {
        return verbs.contains(verb);
    }
}
