package org.fastsend.overlay.node;

import org.fastsend.overlay.peer.Endpoint;

/// Who a message came from, as the edge has authenticated it.
///
/// @param id 0 if it is nobody's in particular: only probes are answered
public record Sender(long id, Endpoint endpoint) {}
