package org.fastsend.core.control;

/// What one process says of its part in the cap that it shares with others.
///
/// @param process its number
/// @param weight its share beside the others
/// @param sendingBytesPerSecond what it wants to send; Long.MAX_VALUE for all it can get
/// @param receivingBytesPerSecond what it wants to receive, likewise
/// @param saidMillis when, by the wall clock
record Claim(long process, double weight, long sendingBytesPerSecond, long receivingBytesPerSecond, long saidMillis) {}
