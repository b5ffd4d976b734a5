package org.fastsend.core.manifest;

import java.util.Optional;

/// How the sender got on with reading a file (docs/wire.md, "Manifest feed", record 3).
public enum FileOutcome {
    /// What was sent is one version of the file, the one that its digest names.
    GOOD(0),
    /// The file changed while it was read: what was sent mixes versions.
    CHANGED(1),
    /// Some or all of it could not be read; zeros stand in for that.
    UNREADABLE(2),
    /// It is no part of the transfer any more: changed or gone when its sender, broken off, went on.
    WITHDRAWN(3);

    private final int code;

    FileOutcome(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Optional<FileOutcome> of(int code) {
        return switch (code) {
            case 0 -> Optional.of(GOOD);
            case 1 -> Optional.of(CHANGED);
            case 2 -> Optional.of(UNREADABLE);
            case 3 -> Optional.of(WITHDRAWN);
            default -> Optional.empty();
        };
    }
}
