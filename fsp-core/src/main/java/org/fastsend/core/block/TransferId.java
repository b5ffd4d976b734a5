package org.fastsend.core.block;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/// The random 128-bit name of one transfer (docs/wire.md, "Block"). Not secret: relays file blocks under it.
public record TransferId(long high, long low) {
    public static final int LENGTH = 16;

    public static TransferId read(ByteBuffer from) {
        return new TransferId(from.getLong(), from.getLong());
    }

    /// Parses the 32 hexadecimal digits that {@link #toString} prints; throws IllegalArgumentException on
    /// anything else.
    public static TransferId parse(String text) {
        if (text.length() != 2 * LENGTH) {
            throw new IllegalArgumentException("a transfer id has 32 hexadecimal digits");
        }
        return read(ByteBuffer.wrap(HexFormat.of().parseHex(text)));
    }

    public void write(ByteBuffer into) {
        into.putLong(high).putLong(low);
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
