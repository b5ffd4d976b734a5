package org.fastsend.core.send;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.manifest.ManifestRecord.Begin;
import org.fastsend.core.manifest.ManifestWriter;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.core.stripe.StripeSettings;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.KeyHash;

/// What to stripe, and how.
///
/// @param transfer a fresh random id; it and its key are used for a second run only with the {@link SenderState} of
///     the first
/// @param roots what is sent
/// @param shape how blocks are made and spread
/// @param reader whom relays shall let read what is striped
/// @param leaseSeconds how long relays are asked to keep it, from the start of the transfer
public record StripeRequest(
        TransferId transfer, TransferKey key, SourceRoots roots, Shape shape, Reader reader, long leaseSeconds) {
    public static final long DEFAULT_LEASE_SECONDS = 7L * 24 * 3600;

    ManifestWriter manifestWriter(Identity sender) {
        return new ManifestWriter(transfer, key, shape.seal().cipher(), sender);
    }

    Begin begin(Identity sender, EpochClock clock) {
        SealOptions seal = shape.seal();
        return new Begin(
                seal.cipher(), seal.checksum(), shape.extentSize(), clock.millis(), rootName(), sender.verifyingKey());
    }

    /// The one name at the top of the tree, empty if there are several.
    private String rootName() {
        Path name =
                roots.places().getFirst().path().toAbsolutePath().normalize().getFileName();
        return roots.places().size() > 1 || name == null ? "" : name.toString();
    }

    /// Who may collect.
    ///
    /// @param key the key that relays ask for
    /// @param alone nobody else will collect: the reader may tell relays to forget what it has
    public record Reader(KeyHash key, boolean alone) {}

    /// How blocks are made and spread.
    ///
    /// @param extentSize bytes of data a block holds at most: {@link #MIN_EXTENT_BYTES} to {@link
    ///     #MAX_EXTENT_BYTES}
    /// @param copies relays that hold each block at release, at least 1
    /// @param streams parallel streams to each target
    public record Shape(SealOptions seal, int extentSize, Strategy strategy, int copies, StreamWish streams) {
        public static final int MIN_EXTENT_BYTES = 64 << 10;
        public static final int MAX_EXTENT_BYTES = 64 << 20;
        public static final int DEFAULT_EXTENT_BYTES = 1 << 20;

        /// Sealed bytes put to one target and not answered: enough for 1 Gbit/s at 200 ms.
        private static final long TARGET_BYTES = 24 << 20;

        private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(15);
        private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);
        /// Header, inner header and checksum of a block that is full of small extents, at most.
        private static final int MAX_OVERHEAD_BYTES = 64 << 10;

        public Shape {
            if (extentSize < MIN_EXTENT_BYTES || extentSize > MAX_EXTENT_BYTES) {
                throw new IllegalArgumentException("block size must be 64K to 64M");
            }
            if (copies < 1) {
                throw new IllegalArgumentException("copies must be at least 1");
            }
        }

        /// Bytes of the largest sealed block.
        int maxBlockBytes() {
            return extentSize + MAX_OVERHEAD_BYTES;
        }

        /// @param memoryBytes bound of the memory that blocks in flight may take
        StripeSettings settings(long memoryBytes) {
            return new StripeSettings(
                    strategy, copies, maxBlockBytes(), memoryBytes / 2, TARGET_BYTES, STALL_NANOS, GRACE_NANOS);
        }
    }
}
