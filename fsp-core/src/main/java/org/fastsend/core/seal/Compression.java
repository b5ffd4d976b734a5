package org.fastsend.core.seal;

import java.util.Locale;
import org.fastsend.core.block.InnerBlock;

/// How a sender may compress its blocks' data; each block says for itself whether it was (docs/wire.md, "Inner
/// block").
public sealed interface Compression {
    /// Code in the inner block's header.
    int code();

    /// Stores data as they are.
    record None() implements Compression {
        @Override
        public int code() {
            return InnerBlock.UNCOMPRESSED;
        }
    }

    /// Zstandard (RFC 8878).
    record Zstd(int level) implements Compression {
        public static final int CODE = 1;
        public static final int DEFAULT_LEVEL = 3;
        public static final int MAX_LEVEL = 22;

        public Zstd {
            checkLevel("zstd", level, MAX_LEVEL);
        }

        @Override
        public int code() {
            return CODE;
        }
    }

    /// The zlib format (RFC 1950).
    record Zlib(int level) implements Compression {
        public static final int CODE = 2;
        public static final int DEFAULT_LEVEL = 6;
        public static final int MAX_LEVEL = 9;

        public Zlib {
            checkLevel("zlib", level, MAX_LEVEL);
        }

        @Override
        public int code() {
            return CODE;
        }
    }

    /// Parses what people write: {@code none}, {@code zstd}, {@code zlib}, or one of the latter with its
    /// level, as in {@code zstd:3}. Throws IllegalArgumentException with a message for them.
    static Compression parse(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split(":", -1);
        if (parts.length == 1 && parts[0].equals("none")) {
            return new None();
        }
        if (parts.length <= 2) {
            switch (parts[0]) {
                case "zstd" -> {
                    return new Zstd(level(parts, Zstd.DEFAULT_LEVEL));
                }
                case "zlib" -> {
                    return new Zlib(level(parts, Zlib.DEFAULT_LEVEL));
                }
                default -> {} // refused below
            }
        }
        throw new IllegalArgumentException(
                "no compression is called " + text + "; there are none, zstd, zstd:LEVEL, zlib, zlib:LEVEL");
    }

    private static int level(String[] parts, int ifNone) {
        if (parts.length == 1) {
            return ifNone;
        }
        try {
            return Integer.parseInt(parts[1]);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("a compression level is a number, not " + parts[1]);
        }
    }

    private static void checkLevel(String name, int level, int max) {
        if (level < 1 || level > max) {
            throw new IllegalArgumentException(name + " has levels 1 to " + max + ", not " + level);
        }
    }
}
