package org.fastsend.core.send;

import java.util.Optional;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.FileStamp;
import org.fastsend.core.files.OmittedEntry;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.files.SourceTree;

/// The walk of a run that continues an earlier one. Looks at the whole source first, since only then is it known which
/// files are no longer as they were, and so which blocks still count; then goes through the files by number, those
/// that earlier runs told of first.
final class LaterWalk implements Walk {
    private final SourceTree source;
    private final Legacy earlier;
    private final LegacyFiles legacy;
    private final SourceSpool spool;
    private final int firstBlock;
    private int files;
    private boolean compared;
    private int next;

    /// @param earlier learns which of its files and blocks still count
    /// @param firstBlock the first of the run that walks
    LaterWalk(SourceTree source, Legacy earlier, int firstBlock) {
        this.source = source;
        this.earlier = earlier;
        this.legacy = earlier.files();
        this.spool = earlier.spool();
        this.firstBlock = firstBlock;
        this.files = legacy.size();
    }

    @Override
    public Optional<Step> next() throws InterruptedException {
        if (!compared) {
            return Optional.of(compare());
        }
        while (next < files && !legacy.isAlive(next)) {
            next++;
        }
        if (next == files) {
            return Optional.empty();
        }
        int file = next++;
        return Optional.of(new Step.Found(file, spool.entry(file), file >= legacy.size()));
    }

    /// Goes on to what cannot be sent, or to the end of the source.
    private Step compare() throws InterruptedException {
        while (source.hasNext()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            switch (source.next()) {
                case OmittedEntry omitted -> {
                    return new Step.Omitted(omitted);
                }
                case SourceEntry entry -> {
                    int before = legacy.claim(entry, FileStamp.of(entry));
                    spool.add(before >= 0 ? before : files++, entry);
                }
            }
        }
        earlier.blocks().decide(firstBlock, legacy);
        compared = true;
        return new Step.Compared();
    }

    @Override
    public boolean isCovered(Extent extent) {
        return legacy.isCovered(extent);
    }

    @Override
    public void close() {
        source.close();
    }
}
