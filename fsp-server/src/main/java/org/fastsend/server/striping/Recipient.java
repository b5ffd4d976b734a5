package org.fastsend.server.striping;

import java.net.InetAddress;
import org.fastsend.core.trust.KeyHash;

/// Whom a stripe is for.
///
/// @param key of whoever may collect it
/// @param address where the server sees them
public record Recipient(KeyHash key, InetAddress address) {}
