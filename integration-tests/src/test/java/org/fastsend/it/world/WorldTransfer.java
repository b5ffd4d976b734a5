package org.fastsend.it.world;

import java.util.List;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.Compression;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.sim.Simulation;
import org.fastsend.core.trust.Identity;

/// What both ends of a simulated transfer know: its secrets, how it is sealed, how long an extent is.
record WorldTransfer(TransferId id, TransferKey key, SealOptions options, Identity sender, Buffers buffers) {
    static final int EXTENT_BYTES = 16 << 10;
    /// A sealed block with the header of as many extents as these worlds put into one.
    static final int BLOCK_BYTES = EXTENT_BYTES + (4 << 10);

    private static final long BUFFER_BYTES = 8 << 20;

    /// Blowfish is left out: it draws chance of its own.
    static WorldTransfer random(Simulation simulation, Identity sender) {
        byte[] key = new byte[TransferKey.LENGTH];
        simulation.random().nextBytes(key);
        SealOptions options = new SealOptions(
                simulation.pick(List.of(
                        CipherSuite.AES_256_GCM,
                        CipherSuite.AES_128_GCM,
                        CipherSuite.CHACHA20_POLY1305,
                        CipherSuite.HMAC_ONLY)),
                Compression.parse(simulation.pick(List.of("none", "zstd:1", "zlib:1"))),
                simulation.pick(List.of(ChecksumAlgorithm.values())));
        TransferId id = new TransferId(
                simulation.random().nextLong(), simulation.random().nextLong());
        return new WorldTransfer(id, new TransferKey(key), options, sender, new Buffers(BUFFER_BYTES));
    }
}
