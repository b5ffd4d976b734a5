package org.fastsend.core.send;

import java.io.Closeable;
import java.util.Optional;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.OmittedEntry;
import org.fastsend.core.files.SourceEntry;

/// The files of a transfer with their numbers, in order, as the cutter takes them; a {@link SourceSpool} has them too
/// by then. Used by one thread.
interface Walk extends Closeable {
    /// One step of the walk.
    sealed interface Step {
        /// A file, directory or link.
        ///
        /// @param file its number; fresh ones come in order and without gaps
        /// @param fresh whether the manifest has not told of it yet
        record Found(int file, SourceEntry entry, boolean fresh) implements Step {}

        record Omitted(OmittedEntry entry) implements Step {}

        /// Everything was looked at; who waited to hear which files are still as they were may go on.
        record Compared() implements Step {}
    }

    /// The next step; empty at the end.
    Optional<Step> next() throws InterruptedException;

    /// Whether the extent need not be read, since it is placed already.
    boolean isCovered(Extent extent);

    @Override
    void close();
}
