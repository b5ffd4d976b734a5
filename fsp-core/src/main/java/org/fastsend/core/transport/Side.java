package org.fastsend.core.transport;

/// Which end of the TLS session a connection stands at: the one that connected, or the one that
/// accepted.
public enum Side {
    INITIATOR,
    ACCEPTOR
}
