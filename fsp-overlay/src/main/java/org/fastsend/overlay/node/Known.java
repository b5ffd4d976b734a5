package org.fastsend.overlay.node;

import org.fastsend.overlay.peer.Contact;

/// A live member that a node knows.
public record Known(Contact contact, float rttMillis) {}
