package org.fastsend.core.manifest;

import java.util.Arrays;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.VerifyingKey;

/// One record of the manifest's sealed part (docs/wire.md, "Manifest feed"). Whatever is constructed is within the
/// format's bounds; a value that is not gets an [IllegalArgumentException].
public sealed interface ManifestRecord {
    /// Bytes of the longest name of a relay or host.
    int MAX_NAME_BYTES = 255;

    /// Always the first record of entry 0, and nowhere else.
    ///
    /// @param extentBytes files are cut at multiples of it
    /// @param startedEpochMillis when striping began
    /// @param rootName name of the file or directory that was asked for; empty if there are several
    /// @param sender key that signs the placements
    record Begin(
            CipherSuite cipher,
            ChecksumAlgorithm checksum,
            int extentBytes,
            long startedEpochMillis,
            String rootName,
            VerifyingKey sender)
            implements ManifestRecord {
        public Begin {
            require(extentBytes > 0 && startedEpochMillis >= 0, "the extent size or time is out of range");
            if (!rootName.isEmpty()) {
                RelativePath.componentProblem(rootName).ifPresent(ManifestRecord::refuse);
            }
        }
    }

    /// A file, directory or link that belongs to the transfer; its extents may come from now on.
    ///
    /// @param file number, from 0, in order
    /// @param path relative to the receiver's destination, see [RelativePath]
    /// @param size bytes; 0 for what is no file
    /// @param modifiedNanos since 1970, negative before
    /// @param mode POSIX mode bits, 0 to 0xffff; a receiver decides which of them it honours
    /// @param linkTarget what a link says, verbatim, never followed; empty for what is no link
    record FileOpened(int file, FileKind kind, String path, long size, long modifiedNanos, int mode, String linkTarget)
            implements ManifestRecord {
        public FileOpened {
            require(file >= 0 && size >= 0 && mode >= 0 && mode <= 0xffff, "the file's numbers are out of range");
            RelativePath.problem(path).ifPresent(ManifestRecord::refuse);
            require((kind == FileKind.LINK) != linkTarget.isEmpty(), "links have a target, and only they");
            require(
                    linkTarget.indexOf('\0') < 0 && RelativePath.utf8Length(linkTarget) <= RelativePath.MAX_BYTES,
                    "the link's target holds a NUL or is longer than " + RelativePath.MAX_BYTES + " bytes");
        }
    }

    /// The sender has read the whole file: how that went and what the receiver must get.
    ///
    /// @param digest root of the file's digest tree, [#DIGEST_BYTES] bytes, never modified
    record FileClosed(int file, FileOutcome outcome, byte[] digest) implements ManifestRecord {
        public static final int DIGEST_BYTES = 32;

        public FileClosed {
            require(file >= 0 && digest.length == DIGEST_BYTES, "the file number or digest is out of range");
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof FileClosed that
                    && file == that.file
                    && outcome == that.outcome
                    && Arrays.equals(digest, that.digest);
        }

        @Override
        public int hashCode() {
            return file * 31 + Arrays.hashCode(digest);
        }
    }

    /// A relay or direct receiver that placements may name from now on.
    ///
    /// @param relay number, from 0, in order
    /// @param host where to reach it; empty for a direct receiver, which nobody fetches from
    /// @param key the only one that proves it is that relay
    /// @param readCapability an encoded [Capability] for the ticket's holder, never modified; empty if there
    ///     is none
    record RelayNamed(int relay, String name, String host, int port, KeyHash key, byte[] readCapability)
            implements ManifestRecord {
        public RelayNamed {
            require(relay >= 0 && port >= 0 && port <= 0xffff, "the relay's number or port is out of range");
            require(
                    RelativePath.utf8Length(name) <= MAX_NAME_BYTES && RelativePath.utf8Length(host) <= MAX_NAME_BYTES,
                    "the relay's name or host is longer than " + MAX_NAME_BYTES + " bytes");
            require(readCapability.length <= Capability.MAX_BYTES, "the capability is too long");
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof RelayNamed that
                    && relay == that.relay
                    && name.equals(that.name)
                    && host.equals(that.host)
                    && port == that.port
                    && key.equals(that.key)
                    && Arrays.equals(readCapability, that.readCapability);
        }

        @Override
        public int hashCode() {
            return relay * 31 + key.hashCode();
        }
    }

    /// The extents of one block were striped again, as they are now, in another: holding either is enough.
    record BlockReplaced(int oldBlock, int newBlock) implements ManifestRecord {
        public BlockReplaced {
            require(oldBlock >= 0 && newBlock >= 0 && oldBlock != newBlock, "the block numbers are out of range");
        }
    }

    /// A later run of the sender continues the transfer.
    ///
    /// @param firstBlock the blocks from this number on are of that run
    record Resumed(int firstBlock, SenderRun run) implements ManifestRecord {
        public Resumed {
            require(firstBlock >= 0 && !run.equals(SenderRun.FIRST), "the first block or the run is out of range");
        }
    }

    /// These blocks need not be collected: an earlier run has used up their numbers and placed nothing under
    /// them, or all that is in them was withdrawn. Who replaces or was replaced by one of them is not needed
    /// either.
    ///
    /// @param count from `firstBlock` on, at least 1
    record BlocksUnneeded(int firstBlock, int count) implements ManifestRecord {
        public BlocksUnneeded {
            require(
                    firstBlock >= 0 && count >= 1 && firstBlock <= Integer.MAX_VALUE - count,
                    "the block numbers are out of range");
        }
    }

    /// The transfer is whole: nothing follows, and nothing counts as collected before.
    ///
    /// @param blocks numbers used, from 0; the replaced ones count
    /// @param files files, directories and links together
    /// @param bytes of all files
    /// @param copies of each block at the time of release, 1 to 255
    record Final(int blocks, int files, long bytes, int copies) implements ManifestRecord {
        public Final {
            require(
                    blocks >= 0 && files >= 0 && bytes >= 0 && copies >= 1 && copies <= 0xff,
                    "the totals are out of range");
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            refuse(otherwise);
        }
    }

    private static void refuse(String reason) {
        throw new IllegalArgumentException(reason);
    }
}
