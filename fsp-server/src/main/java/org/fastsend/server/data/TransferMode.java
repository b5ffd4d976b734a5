package org.fastsend.server.data;

import java.util.Arrays;
import java.util.Optional;

/// What MODE chooses: how content stands on data connections.
public enum TransferMode {
    /// Nothing but the content, whose end is the connection's end.
    STREAM("S"),
    /// Blocks behind short headers ([BlockFraming]).
    BLOCK("B"),
    /// One zlib stream ([DeflateFraming]).
    DEFLATED("Z"),
    /// Blocks that say where in the file they belong, over several connections ([ExtendedFlow]).
    EXTENDED("E");

    private final String letter;

    TransferMode(String letter) {
        this.letter = letter;
    }

    public static Optional<TransferMode> of(String letter) {
        return Arrays.stream(values())
                .filter(mode -> mode.letter.equalsIgnoreCase(letter))
                .findFirst();
    }

    @Override
    public String toString() {
        return letter;
    }
}
