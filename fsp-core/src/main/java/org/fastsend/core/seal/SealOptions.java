package org.fastsend.core.seal;

import org.fastsend.core.block.ChecksumAlgorithm;

/// How a transfer's blocks are sealed.
public record SealOptions(CipherSuite cipher, Compression compression, ChecksumAlgorithm checksum) {
    /// AES-256-GCM, no compression, CRC32C.
    public static SealOptions standard() {
        return new SealOptions(CipherSuite.AES_256_GCM, new Compression.None(), ChecksumAlgorithm.CRC32C);
    }
}
