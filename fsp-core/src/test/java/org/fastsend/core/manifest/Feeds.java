package org.fastsend.core.manifest;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.KeyHash;

/// Both ends of one transfer's feed, and how a feed begins.
final class Feeds {
    static final TransferId TRANSFER = new TransferId(0x0123456789abcdefL, 42);
    static final CipherSuite CIPHER = CipherSuite.AES_256_GCM;

    private Feeds() {}

    static TransferKey key() {
        return new TransferKey(new byte[TransferKey.LENGTH]);
    }

    static ManifestWriter writer(Identity sender) {
        return new ManifestWriter(TRANSFER, key(), CIPHER, sender);
    }

    static ManifestReader reader(Identity sender) {
        return new ManifestReader(TRANSFER, key(), CIPHER, sender.keyHash());
    }

    static ManifestRecord.Begin begin(Identity sender) {
        return new ManifestRecord.Begin(
                CIPHER, ChecksumAlgorithm.CRC32C, 1 << 20, 1_800_000_000_000L, "root", sender.verifyingKey());
    }

    /// The begin record and as many relays.
    static List<ManifestRecord> beginning(Identity sender, int relays) {
        List<ManifestRecord> records = new ArrayList<>();
        records.add(begin(sender));
        for (int relay = 0; relay < relays; relay++) {
            records.add(relay(relay));
        }
        return records;
    }

    static ManifestRecord.RelayNamed relay(int number) {
        KeyHash key = KeyHash.of(new byte[KeyHash.LENGTH]);
        return new ManifestRecord.RelayNamed(number, "r" + number, "localhost", 4021, key, new byte[0]);
    }

    static ManifestRecord.FileOpened file(int number) {
        return new ManifestRecord.FileOpened(number, FileKind.FILE, "d/f" + number, 10, 0, 0644, "");
    }

    static ManifestRecord.FileClosed closed(int number) {
        return new ManifestRecord.FileClosed(number, FileOutcome.GOOD, new byte[32]);
    }
}
