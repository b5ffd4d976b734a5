package org.fastsend.overlay.node;

import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.peer.Endpoint;

/// A message to be sent.
///
/// @param toId the member that is to get it; 0 for whoever is there
public record Outgoing(Endpoint to, long toId, Message message) {}
