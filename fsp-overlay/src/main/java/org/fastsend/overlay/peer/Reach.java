package org.fastsend.overlay.peer;

/// How others get a datagram to a host.
public enum Reach {
    /// By sending it.
    PUBLIC,
    /// By asking it through its rendezvous to send first, which opens its NAT for whoever it sends to.
    PUNCHABLE,
    /// Only through its rendezvous, or directly from a public host that it has sent to: its NAT shows every peer
    /// another port.
    RELAYED
}
