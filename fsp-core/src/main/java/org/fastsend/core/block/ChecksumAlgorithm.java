package org.fastsend.core.block;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/// The checksums that may close a sealed block (docs/wire.md, "Block"). They find accidents; the seal finds malice.
public enum ChecksumAlgorithm {
    CRC32C(1, 4),
    ADLER32(2, 4),
    CRC32(3, 4),
    MD5(4, 16),
    SHA1(5, 20),
    SHA256(6, 32);

    private final int code;
    private final int length;

    ChecksumAlgorithm(int code, int length) {
        this.code = code;
        this.length = length;
    }

    public static Optional<ChecksumAlgorithm> of(int code) {
        for (ChecksumAlgorithm algorithm : values()) {
            if (algorithm.code == code) {
                return Optional.of(algorithm);
            }
        }
        return Optional.empty();
    }

    /// The checksum of a name as people and OPTS write it: {@code crc32c}, {@code adler32}, {@code crc32},
    /// {@code md5}, {@code sha-1}, {@code sha-256}; capitals and the dash do not matter. Throws
    /// IllegalArgumentException for others.
    public static ChecksumAlgorithm parse(String name) {
        for (ChecksumAlgorithm algorithm : values()) {
            if (algorithm.name().equalsIgnoreCase(name.replace("-", ""))) {
                return algorithm;
            }
        }
        throw new IllegalArgumentException(
                "no checksum is called '" + name + "'; there are crc32c, adler32, crc32, md5, sha-1, sha-256");
    }

    public int code() {
        return code;
    }

    /// Bytes of the checksum.
    public int length() {
        return length;
    }

    /// Writes the checksum of what remains in {@code from}, whose position does not move, into {@code
    /// into}.
    public void compute(ByteBuffer from, ByteBuffer into) {
        switch (this) {
            case CRC32C -> into.putInt(sum(new CRC32C(), from));
            case ADLER32 -> into.putInt(sum(new Adler32(), from));
            case CRC32 -> into.putInt(sum(new CRC32(), from));
            case MD5 -> into.put(digest("MD5", from));
            case SHA1 -> into.put(digest("SHA-1", from));
            case SHA256 -> into.put(digest("SHA-256", from));
        }
    }

    private static int sum(Checksum sum, ByteBuffer from) {
        sum.update(from.duplicate());
        return (int) sum.getValue();
    }

    private static byte[] digest(String name, ByteBuffer from) {
        try {
            MessageDigest digest = MessageDigest.getInstance(name);
            digest.update(from.duplicate());
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has " + name, e);
        }
    }
}
