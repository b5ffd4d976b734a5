package org.fastsend.overlay.probe;

import org.fastsend.overlay.peer.Coordinate;

/// How far a host was from one whose place is known.
public record Sighting(Coordinate from, float rttMillis) {}
