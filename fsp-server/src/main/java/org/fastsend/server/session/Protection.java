package org.fastsend.server.session;

/// What PROT chose for data connections (RFC 4217 section 9).
public enum Protection {
    CLEAR,
    PRIVATE
}
