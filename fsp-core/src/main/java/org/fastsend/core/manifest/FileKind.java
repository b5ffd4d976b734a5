package org.fastsend.core.manifest;

import java.util.Optional;

/// What an entry of a file tree is (docs/wire.md, "Manifest feed", record 2).
public enum FileKind {
    FILE(1),
    DIRECTORY(2),
    /// A symbolic link, sent as a link and never followed.
    LINK(3);

    private final int code;

    FileKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Optional<FileKind> of(int code) {
        return switch (code) {
            case 1 -> Optional.of(FILE);
            case 2 -> Optional.of(DIRECTORY);
            case 3 -> Optional.of(LINK);
            default -> Optional.empty();
        };
    }
}
