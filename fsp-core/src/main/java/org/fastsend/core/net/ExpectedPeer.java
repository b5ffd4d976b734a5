package org.fastsend.core.net;

import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.Role;

/// Whom an initiator will talk to. In every case the acceptor must be a member of the federation.
public sealed interface ExpectedPeer {
    /// Any member in this role.
    record InRole(Role role) implements ExpectedPeer {}

    /// Only the member with this key.
    record WithKey(KeyHash key) implements ExpectedPeer {}
}
