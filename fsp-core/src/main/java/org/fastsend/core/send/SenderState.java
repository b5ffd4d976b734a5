package org.fastsend.core.send;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.SendJournal;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.manifest.ManifestReader;
import org.fastsend.core.manifest.ManifestWriter;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.trust.Identity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a sender keeps so that a later run can continue its transfer, and what it has found of an earlier one. It
/// lives until the sender is released: {@link #delete} then. Used by one {@link StripeJob}.
public final class SenderState implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SenderState.class);

    private final TransferSecrets secrets;
    private final SendJournal journal;
    private final Optional<Legacy> legacy;
    private final SenderRun run;
    private final int firstBlock;
    private boolean deleted;

    private SenderState(TransferSecrets secrets, SendJournal journal, Optional<Legacy> legacy, SenderRun run) {
        this.secrets = secrets;
        this.journal = journal;
        this.legacy = legacy;
        this.run = run;
        this.firstBlock = journal.nextNumber();
    }

    /// Of a transfer that nobody has begun. Throws FspException if the file cannot be written.
    public static SenderState begin(Path file, TransferSecrets secrets) {
        return new SenderState(secrets, SendJournal.create(file, secrets.encode()), Optional.empty(), SenderRun.FIRST);
    }

    /// What is to be on relays in the end.
    ///
    /// @param source all of this, as it is now
    /// @param copies of each block, or more
    public record Wanted(SourceRoots source, int copies) {}

    /// What an earlier run of the same sender has left in that file; empty if there is nothing that can be
    /// gone on with. Throws NOT_WRITABLE if another process is at it.
    ///
    /// @param wanted if a transfer that has its final mark is to be gone on with, too: where nobody but its
    ///     sender has the key
    /// @param spool directory for temporary files
    public static Optional<SenderState> resume(
            Path file, Optional<Wanted> wanted, CipherSuite cipher, Identity sender, Path spool) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Legacy legacy = new Legacy(
                spool, secrets -> new ManifestReader(secrets.transfer(), secrets.key(), cipher, sender.keyHash()));
        try {
            Optional<SenderState> state = resume(SendJournal.open(file, legacy), legacy, wanted);
            if (state.isEmpty()) {
                LOG.info("{} holds nothing to go on with", file);
                legacy.close();
            }
            return state;
        } catch (RuntimeException e) {
            legacy.close();
            throw e;
        }
    }

    private static Optional<SenderState> resume(SendJournal journal, Legacy legacy, Optional<Wanted> wanted) {
        try {
            if (legacy.isOfUse(wanted)) {
                SenderRun run = SenderRun.later(new SecureRandom());
                return Optional.of(new SenderState(legacy.secrets(), journal, Optional.of(legacy), run));
            }
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
        journal.delete();
        return Optional.empty();
    }

    public TransferSecrets secrets() {
        return secrets;
    }

    /// Whether an earlier run is continued.
    public boolean isResumed() {
        return legacy.isPresent();
    }

    SendJournal journal() {
        return journal;
    }

    Optional<Legacy> legacy() {
        return legacy;
    }

    /// Blocks from this number on are of this run.
    int firstBlock() {
        return firstBlock;
    }

    SenderRun run() {
        return run;
    }

    ManifestWriter writer(StripeRequest request, Identity sender) {
        return legacy.map(earlier -> new ManifestWriter(
                        request.key(), request.shape().seal().cipher(), run, sender, earlier.reader()))
                .orElseGet(() -> request.manifestWriter(sender));
    }

    /// The transfer needs no later run. Throws FspException if the file cannot be removed.
    public void delete() {
        journal.delete();
        deleted = true;
    }

    /// Keeps it for a later run, unless no block was ever sealed: then there is nothing to go on with.
    @Override
    public void close() {
        try {
            if (!deleted && journal.nextNumber() == 0) {
                journal.delete();
            }
        } catch (FspException e) {
            LOG.info("an empty journal stays", e);
        }
        journal.close();
        legacy.ifPresent(Legacy::close);
    }
}
