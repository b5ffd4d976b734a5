package org.fastsend.core.channel;

/// Why a host did not do what was asked. The codes are those of docs/wire.md, "Refusals".
public enum Refusal {
    /// No room, quota used up: do not offer this host more of this transfer.
    FULL(1),
    /// Not now; the same request may succeed later.
    BUSY(2),
    /// The block is malformed or fails its checksum.
    BAD_BLOCK(3),
    /// No capability covers the request.
    FORBIDDEN(4),
    /// Not held here.
    MISSING(5),
    /// The lease or the capability has ended.
    EXPIRED(6),
    /// The host failed (disk error): nothing was stored.
    FAILED(7);

    private final int code;

    Refusal(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /// The refusal of a wire code; an unknown one counts as {@link #FAILED}.
    public static Refusal of(int code) {
        for (Refusal refusal : values()) {
            if (refusal.code == code) {
                return refusal;
            }
        }
        return FAILED;
    }
}
