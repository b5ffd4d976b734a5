package org.fastsend.core.net;

import java.util.Optional;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.PeerIdentity;

/// An acceptor's decision about each initiator. Called once per session, on that session's thread, which it
/// may keep for as long as the handshake lasts; sessions of different peers ask at the same time.
@FunctionalInterface
public interface SessionPolicy {
    /// Decides what the peer may do for one transfer.
    ///
    /// @param peer who it is, as its TLS handshake proved: a member, or the holder of a key
    /// @param transfer what it wants to do something for
    /// @param capability what it showed, parsed but not verified
    Admission admit(PeerIdentity peer, TransferId transfer, Optional<Capability> capability);
}
