package org.fastsend.server.net;

/// Whether a data connection continues the TLS session of its control connection, which proves that the same client
/// is at both (RFC 4217 section 10.2).
public enum SessionReuse {
    /// Every data connection makes a session of its own; for clients that stumble over the offer.
    OFF,
    /// Who can, may.
    PREFER,
    /// Who does not is refused: nobody else can take the data connection, from whatever address.
    REQUIRE
}
