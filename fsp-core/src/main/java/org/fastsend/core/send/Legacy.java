package org.fastsend.core.send;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.FeedLog;
import org.fastsend.core.files.FileStamp;
import org.fastsend.core.files.OmittedEntry;
import org.fastsend.core.files.SealedNote;
import org.fastsend.core.files.SendJournalReplay;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.files.SourceTree;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.ManifestFormatException;
import org.fastsend.core.manifest.ManifestReader;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestUpdate;
import org.fastsend.core.manifest.Placement;
import org.fastsend.core.trust.TrustException;
import org.jspecify.annotations.Nullable;

/// What earlier runs of a transfer's sender have left: its secrets, the feed so far, files and blocks. Filled by the
/// replay of the sender's journal. Not thread-safe: handed on from one thread to the next.
final class Legacy implements SendJournalReplay, Closeable {
    private final Path directory;
    private final Function<TransferSecrets, ManifestReader> readers;
    private final FeedLog feed;
    private final SourceSpool spool;
    /// Blocks with files of which the feed has not told yet: it gathers for a moment.
    private final List<SealedNote> early = new ArrayList<>();
    /// Stamps of files that came before the feed's first entry.
    private final List<Stamps> firstStamps = new ArrayList<>();

    private @Nullable TransferSecrets secrets;
    private @Nullable ManifestReader reader;
    private @Nullable Told told;
    /// Of each block, as the final mark says.
    private int copies;

    private record Stamps(int firstFile, List<FileStamp> stamps) {}

    /// What there is once the feed has begun.
    private record Told(LegacyFiles files, LegacyBlocks blocks) {}

    /// @param readers of a manifest with these secrets
    Legacy(Path directory, Function<TransferSecrets, ManifestReader> readers) {
        this.directory = directory;
        this.readers = readers;
        this.feed = FeedLog.temporary(directory);
        this.spool = new SourceSpool(directory);
    }

    /// Whether there is something that a later run can go on with.
    ///
    /// @param wanted where a transfer that has its final mark is of use, too: if it is that
    boolean isOfUse(Optional<SenderState.Wanted> wanted) {
        return told != null && (!reader().complete() || wanted.filter(this::is).isPresent());
    }

    private boolean is(SenderState.Wanted wanted) {
        return wanted.copies() <= copies && isAsItWas(wanted.source());
    }

    private boolean isAsItWas(SourceRoots source) {
        try (SourceTree tree = SourceTree.of(source)) {
            boolean same = true;
            while (same && tree.hasNext()) {
                same = switch (tree.next()) {
                    case OmittedEntry _ -> true; // it cannot be sent now either
                    case SourceEntry entry -> files().claim(entry, FileStamp.of(entry)) >= 0;
                };
            }
            return same && files().nextLost(0) < 0;
        } finally {
            files().unclaim(); // the walk of the run claims them
        }
    }

    TransferSecrets secrets() {
        return given(secrets);
    }

    /// Behind the last entry.
    ManifestReader reader() {
        return given(reader);
    }

    FeedLog feed() {
        return feed;
    }

    /// Has the plans of the blocks.
    SourceSpool spool() {
        return spool;
    }

    LegacyFiles files() {
        return given(told).files;
    }

    LegacyBlocks blocks() {
        return given(told).blocks;
    }

    private static <T> T given(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the journal has not told that");
        }
        return part;
    }

    @Override
    public void head(byte[] head) {
        try {
            secrets = TransferSecrets.decode(head);
            reader = readers.apply(secrets());
        } catch (MalformedBytesException | TrustException e) {
            throw damaged(e);
        }
    }

    @Override
    public void stamps(int firstFile, List<FileStamp> stamps) {
        if (told == null) {
            firstStamps.add(new Stamps(firstFile, stamps));
        } else {
            files().stamps(firstFile, stamps);
        }
    }

    @Override
    public void block(SealedNote block) {
        boolean known = told != null && block.extents().stream().allMatch(extent -> extent.file() < files().size());
        if (!known) {
            early.add(block);
            return;
        }
        for (int i = 0; i < block.extents().size(); i++) {
            Extent extent = block.extents().get(i);
            files().read(extent, block.leaves().get(i), block.good().get(i));
        }
        blocks().sealed(block);
    }

    @Override
    public void entry(FeedEntry entry) {
        try {
            switch (reader().read(entry)) {
                case ManifestUpdate.Records(List<ManifestRecord> records) -> {
                    records.forEach(this::take);
                    List<SealedNote> again = List.copyOf(early);
                    early.clear();
                    again.forEach(this::block);
                }
                case ManifestUpdate.Placements(List<Placement> placements) -> placements.forEach(blocks()::placed);
            }
            feed.append(entry);
        } catch (ManifestFormatException e) {
            throw damaged(e);
        }
    }

    private void take(ManifestRecord record) {
        switch (record) {
            case ManifestRecord.Begin begin -> {
                told = new Told(
                        new LegacyFiles(begin.extentBytes(), directory),
                        new LegacyBlocks(spool, begin.checksum().length(), directory));
                firstStamps.forEach(first -> files().stamps(first.firstFile, first.stamps));
                firstStamps.clear();
            }
            case ManifestRecord.FileOpened file -> files().opened(file);
            case ManifestRecord.FileClosed file -> files().closed(file);
            case ManifestRecord.RelayNamed relay -> blocks().named(relay);
            case ManifestRecord.BlockReplaced(int oldBlock, int newBlock) -> blocks().replaced(oldBlock, newBlock);
            case ManifestRecord.BlocksUnneeded unneeded -> blocks().unneeded(unneeded);
            // What the run before had sealed of files that it never told of is forgotten: these numbers are others'
            // now.
            case ManifestRecord.Resumed _ -> early.clear();
            case ManifestRecord.Final last -> copies = last.copies();
        }
    }

    private static FspException damaged(Exception cause) {
        return new FspException(ErrorCode.IO_FAILURE, "the sender's journal is damaged: " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        feed.close();
        spool.close();
        if (told != null) {
            told.files.close();
            told.blocks.close();
        }
    }
}
