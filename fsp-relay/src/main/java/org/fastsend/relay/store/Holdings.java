package org.fastsend.relay.store;

/// What a relay holds of a transfer.
///
/// @param blocks number of blocks
/// @param bytes their sealed bytes
/// @param root the receipt's digest over their numbers and checksums, 32 bytes (docs/wire.md, "Receipt")
public record Holdings(int blocks, long bytes, byte[] root) {}
