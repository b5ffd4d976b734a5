package org.fastsend.core.send;

import java.util.Optional;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.OmittedEntry;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.files.SourceTree;

/// The walk of a sender's first run: files are numbered as they are found.
final class FirstWalk implements Walk {
    private final SourceTree source;
    private final SourceSpool spool;
    private int files;

    /// @param spool takes the entries
    FirstWalk(SourceTree source, SourceSpool spool) {
        this.source = source;
        this.spool = spool;
    }

    @Override
    public Optional<Step> next() {
        if (!source.hasNext()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (source.next()) {
                    case SourceEntry entry -> {
                        spool.add(files, entry);
                        yield new Step.Found(files++, entry, true);
                    }
                    case OmittedEntry omitted -> new Step.Omitted(omitted);
                });
    }

    @Override
    public boolean isCovered(Extent extent) {
        return false;
    }

    @Override
    public void close() {
        source.close();
    }
}
