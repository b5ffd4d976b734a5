package org.fastsend.core.transport;

import java.util.Arrays;
import java.util.Optional;

/// Why a connection ended (docs/wire.md, "UDP").
public enum CloseReason {
    /// One end was done.
    DONE(0),
    /// One end gave up, for a reason in the text.
    FAILED(1),
    /// The ends speak no common version.
    VERSION(2),
    /// The peer sent what the protocol does not allow.
    PROTOCOL(3),
    /// Nothing was heard for too long; never sent.
    SILENCE(4);

    private final int code;

    CloseReason(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static Optional<CloseReason> of(int code) {
        return Arrays.stream(values()).filter(r -> r.code == code).findFirst();
    }
}
