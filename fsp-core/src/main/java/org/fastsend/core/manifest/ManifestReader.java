package org.fastsend.core.manifest;

import java.util.List;
import java.util.Optional;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.SealException;
import org.fastsend.core.seal.SegmentOpener;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.VerifyingKey;

/// A receiver's end of a manifest feed: opens and checks entries one after the other, whoever they came from.
/// It keeps counts and one bit a file, so a million files cost it nothing. Not thread-safe.
public final class ManifestReader {
    private final TransferId transfer;
    private final CipherSuite cipher;
    private final KeyHash sender;
    private final SegmentOpener opener;
    private final FeedGrammar grammar = new FeedGrammar();
    private Optional<VerifyingKey> senderKey = Optional.empty();
    private long nextSequence;

    /// @param sender hash of the key that placements must be signed with, as the ticket says
    public ManifestReader(TransferId transfer, TransferKey key, CipherSuite cipher, KeyHash sender) {
        this.transfer = transfer;
        this.cipher = cipher;
        this.sender = sender;
        this.opener = new SegmentOpener(transfer, key, cipher);
    }

    TransferId transfer() {
        return transfer;
    }

    FeedGrammar grammar() {
        return grammar;
    }

    /// Sequence of the entry that is due.
    public long nextSequence() {
        return nextSequence;
    }

    /// Whether the final record was read: nothing more is taken, and what was read is the whole manifest.
    public boolean complete() {
        return grammar.complete();
    }

    /// Reads the entry that is due. One that is damaged, forged or out of its place changes nothing: another
    /// copy of it can be read instead.
    public ManifestUpdate read(FeedEntry entry) throws ManifestFormatException {
        if (entry.sequence() != nextSequence) {
            throw new ManifestFormatException("entry " + entry.sequence() + " where " + nextSequence + " is due");
        }
        ManifestUpdate update = switch (entry.kind()) {
            case SEALED -> new ManifestUpdate.Records(records(entry));
            case PLACEMENTS -> new ManifestUpdate.Placements(placements(entry));
        };
        nextSequence++;
        return update;
    }

    private List<ManifestRecord> records(FeedEntry entry) throws ManifestFormatException {
        List<ManifestRecord> records = RecordCodec.decode(opened(entry));
        grammar.take(records);
        if (records.getFirst() instanceof ManifestRecord.Begin begin) {
            if (begin.cipher() != cipher) {
                throw new ManifestFormatException("the manifest names another cipher than the ticket");
            }
            if (!begin.sender().hash().equals(sender)) {
                throw new ManifestFormatException("the manifest names another sender than the ticket");
            }
            senderKey = Optional.of(begin.sender());
        }
        return records;
    }

    private byte[] opened(FeedEntry entry) throws ManifestFormatException {
        try {
            return opener.open(entry.sequence(), entry.bytes());
        } catch (SealException e) {
            throw new ManifestFormatException("entry " + entry.sequence() + " does not open: damaged or forged", e);
        }
    }

    private List<Placement> placements(FeedEntry entry) throws ManifestFormatException {
        VerifyingKey key =
                senderKey.orElseThrow(() -> new ManifestFormatException("placements before the first record"));
        List<Placement> placements = PlacementBatch.verify(transfer, entry.sequence(), entry.bytes(), key);
        grammar.takePlacements(placements);
        return placements;
    }
}
