package org.fastsend.core.receive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.FeedLog;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.ManifestReader;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestWriter;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.trust.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of a manifest on its way into the collection.
class FeedFollowerTest {
    private static final CipherSuite CIPHER = CipherSuite.AES_256_GCM;

    @TempDir
    Path work;

    private final TransferId transfer = new TransferId(1, 2);
    private final TransferKey key = TransferKey.random(new SecureRandom());
    private final Identity sender = Identity.ephemeral();

    /// A disk that is full, say. Left alone, the follower would go on with the next entry, and nobody hear of it.
    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void anEntryThatCannotBeKeptEndsTheCollectionWithThatReason() throws Exception {
        FeedLog log = FeedLog.open(work.resolve("feed"));
        log.close(); // nothing can be written to it
        var failed = new CompletableFuture<FspException>();
        var reader = new ManifestReader(transfer, key, CIPHER, sender.keyHash());
        List<FeedSource> ways = List.of(whole(), whole());

        try (FeedFollower follower =
                new FeedFollower(ways, reader, log, (_, _) -> {}, failed::completeExceptionally, failed::complete)) {
            follower.start();

            assertEquals(ErrorCode.IO_FAILURE, failed.get().code());
        }
    }

    private FeedSource whole() {
        List<FeedEntry> entries = manifest();
        return new FeedSource() {
            @Override
            public String name() {
                return "the whole manifest";
            }

            @Override
            public void follow(long fromSequence, Predicate<FeedEntry> wanted) {
                for (FeedEntry entry : entries.subList((int) fromSequence, entries.size())) {
                    if (!wanted.test(entry)) {
                        return;
                    }
                }
            }
        };
    }

    private List<FeedEntry> manifest() {
        var writer = new ManifestWriter(transfer, key, CIPHER, sender);
        List<FeedEntry> entries = new ArrayList<>();
        entries.addAll(writer.add(List.of(
                new ManifestRecord.Begin(CIPHER, ChecksumAlgorithm.CRC32C, 1 << 20, 0, "", sender.verifyingKey()))));
        entries.addAll(
                writer.add(List.of(new ManifestRecord.FileOpened(0, FileKind.DIRECTORY, "tree", 0, 0, 0755, ""))));
        entries.addAll(writer.add(List.of(new ManifestRecord.Final(0, 1, 0, 1))));
        return entries;
    }
}
