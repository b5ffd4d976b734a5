package org.fastsend.overlay.net;

import org.fastsend.overlay.peer.Endpoint;

/// What the sessions tell of a TCP connection, which by itself proves nothing.
sealed interface PipeNews {
    /// Of the connection with whom.
    Endpoint peer();

    /// Something came through it that only the peer can say, and only now.
    record Authentic(Endpoint peer) implements PipeNews {}

    /// Nothing leads through it any more.
    record Unused(Endpoint peer) implements PipeNews {}
}
