package org.fastsend.core.trust;

import java.util.Locale;

/// What a member of a federation is there for; its certificate says so.
public enum Role {
    SERVER,
    RELAY,
    CLIENT;

    /// As certificates and the command line spell it: `server`, `relay`, `client`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
