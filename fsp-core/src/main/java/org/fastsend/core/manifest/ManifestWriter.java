package org.fastsend.core.manifest;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.SegmentSealer;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.trust.Identity;

/// The sender's end of a manifest feed: turns records and placements into entries, numbered from 0. One
/// writer for each run of a transfer's sender: a second would seal other bytes under the same sequence.
/// Entries are the writer's only output and it keeps none of them. Not thread-safe. What breaks the feed's
/// order ([FeedGrammar]) is a mistake of the caller and throws [IllegalArgumentException].
public final class ManifestWriter {
    /// Placements that one entry holds; fewer make a feed of more signatures than placements.
    public static final int MAX_PLACEMENTS = PlacementBatch.MAX_PLACEMENTS;

    /// Bytes that an entry's seal may take beyond the records.
    private static final int SEAL_BYTES = 256;

    private final TransferId transfer;
    private final SegmentSealer sealer;
    private final Identity sender;
    private final FeedGrammar grammar;
    private long nextSequence;

    /// @param sender signs the placements; the begin record must name its key
    public ManifestWriter(TransferId transfer, TransferKey key, CipherSuite cipher, Identity sender) {
        this(transfer, new SegmentSealer(transfer, key, cipher, SenderRun.FIRST), sender, new FeedGrammar(), 0);
    }

    /// Continues behind the entries that `read` has read; that one is of no more use then.
    public ManifestWriter(TransferKey key, CipherSuite cipher, SenderRun run, Identity sender, ManifestReader read) {
        this(
                read.transfer(),
                new SegmentSealer(read.transfer(), key, cipher, run),
                sender,
                read.grammar(),
                read.nextSequence());
    }

    private ManifestWriter(
            TransferId transfer, SegmentSealer sealer, Identity sender, FeedGrammar grammar, long nextSequence) {
        this.transfer = transfer;
        this.sealer = sealer;
        this.sender = sender;
        this.grammar = grammar;
        this.nextSequence = nextSequence;
    }

    /// Sequence of the next entry, so the number of those made.
    public long nextSequence() {
        return nextSequence;
    }

    /// Whether the final record was written: nothing more is taken.
    public boolean complete() {
        return grammar.complete();
    }

    /// Entries that hold these records in order, none larger than [FeedEntry#MAX_BYTES].
    public List<FeedEntry> add(List<ManifestRecord> records) {
        if (records.isEmpty()) {
            return List.of();
        }
        try {
            grammar.take(records);
        } catch (ManifestFormatException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        List<FeedEntry> entries = new ArrayList<>();
        ByteWriter pending = new ByteWriter();
        for (ManifestRecord record : records) {
            checkSender(record);
            byte[] bytes = RecordCodec.encode(List.of(record));
            if (pending.length() > 0 && pending.length() + bytes.length > FeedEntry.MAX_BYTES - SEAL_BYTES) {
                entries.add(sealed(pending));
                pending = new ByteWriter();
            }
            pending.raw(bytes);
        }
        entries.add(sealed(pending));
        return entries;
    }

    /// Signed entries that hold these placements, at most [#MAX_PLACEMENTS] each.
    public List<FeedEntry> addPlacements(List<Placement> placements) {
        try {
            grammar.takePlacements(placements);
        } catch (ManifestFormatException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        List<FeedEntry> entries = new ArrayList<>();
        for (int from = 0; from < placements.size(); from += MAX_PLACEMENTS) {
            int to = Math.min(placements.size(), from + MAX_PLACEMENTS);
            long sequence = nextSequence++;
            byte[] signed = PlacementBatch.sign(transfer, sequence, placements.subList(from, to), sender);
            entries.add(new FeedEntry(sequence, FeedEntry.Kind.PLACEMENTS, signed));
        }
        return entries;
    }

    private FeedEntry sealed(ByteWriter records) {
        long sequence = nextSequence++;
        return new FeedEntry(sequence, FeedEntry.Kind.SEALED, sealer.seal(sequence, records.toBytes()));
    }

    private void checkSender(ManifestRecord record) {
        if (record instanceof ManifestRecord.Begin begin && !begin.sender().equals(sender.verifyingKey())) {
            throw new IllegalArgumentException("the begin record names another sender");
        }
    }
}
