package org.fastsend.server.files;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;

/// What clients may have a file's content hashed with.
public enum HashAlgorithm {
    SHA_256("SHA-256"),
    SHA_512("SHA-512"),
    SHA_1("SHA-1"),
    MD5("MD5"),
    CRC32("CRC32"),
    ADLER32("ADLER32");

    private final String name;

    HashAlgorithm(String name) {
        this.name = name;
    }

    /// A hash in the making. Not thread-safe.
    public interface Hasher {
        void update(ByteBuffer content);

        /// The hash in lower-case hexadecimal digits; only once.
        String hex();
    }

    /// The algorithm of a name, however it is written: `sha256`, `SHA-256`.
    public static Optional<HashAlgorithm> of(String text) {
        String plain = plain(text);
        return Arrays.stream(values())
                .filter(algorithm -> plain(algorithm.name).equals(plain))
                .findFirst();
    }

    public Hasher start() {
        return switch (this) {
            case CRC32 -> new Sum(new CRC32());
            case ADLER32 -> new Sum(new Adler32());
            case SHA_256, SHA_512, SHA_1, MD5 -> new Digest(digest());
        };
    }

    /// The hash of some bytes.
    public String hex(byte[] content) {
        Hasher hasher = start();
        hasher.update(ByteBuffer.wrap(content));
        return hasher.hex();
    }

    @Override
    public String toString() {
        return name;
    }

    private MessageDigest digest() {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has " + name, e);
        }
    }

    private static String plain(String text) {
        return text.replace("-", "").toUpperCase(Locale.ROOT);
    }

    private record Sum(Checksum sum) implements Hasher {
        @Override
        public void update(ByteBuffer content) {
            sum.update(content);
        }

        @Override
        public String hex() {
            return String.format(Locale.ROOT, "%08x", sum.getValue());
        }
    }

    private record Digest(MessageDigest digest) implements Hasher {
        @Override
        public void update(ByteBuffer content) {
            digest.update(content);
        }

        @Override
        public String hex() {
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
