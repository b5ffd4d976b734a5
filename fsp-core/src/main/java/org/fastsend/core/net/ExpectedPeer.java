package org.fastsend.core.net;

import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.Role;

/// Whom an initiator will talk to. But for {@link Anyone}, the acceptor must be a member of the federation.
public sealed interface ExpectedPeer {
    /// Any member in this role.
    record InRole(Role role) implements ExpectedPeer {}

    /// Whoever answers, for measuring paths: nothing that matters may be sent there.
    record Anyone() implements ExpectedPeer {}

    /// Only the member with this key.
    record WithKey(KeyHash key) implements ExpectedPeer {}
}
