package org.fastsend.core.event;

/// What one peer took or gave.
///
/// @param bytes sealed bytes
/// @param bitsPerSecond those bytes over the time from its first to its last block
public record RelayShare(String name, long bytes, double bitsPerSecond) {}
