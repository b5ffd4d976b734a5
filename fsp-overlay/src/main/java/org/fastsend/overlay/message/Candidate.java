package org.fastsend.overlay.message;

import org.fastsend.overlay.peer.Contact;

/// A member that may lie well, named by one that was asked to measure.
///
/// @param rttMillis between the two
public record Candidate(Contact contact, float rttMillis) {}
