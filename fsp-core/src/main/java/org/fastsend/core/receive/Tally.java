package org.fastsend.core.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.event.RelayShare;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.WithheldFile;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.manifest.ManifestRecord.Final;

/// What there is to collect, as far as the manifest has said, and what of it could not be put in its place. Not
/// thread-safe.
final class Tally {
    private final List<WithheldFile> withheld = new ArrayList<>();
    private Optional<Final> last = Optional.empty();
    private long bytes;
    private long withdrawn;

    void opened(FileOpened file) {
        bytes += file.size();
    }

    void closed(FileClosed file) {
        withdrawn += file.outcome() == FileOutcome.WITHDRAWN ? 1 : 0;
    }

    /// The manifest is at its end.
    void ended(Final mark) {
        last = Optional.of(mark);
    }

    boolean isEnded() {
        return last.isPresent();
    }

    void withheld(WithheldFile file) {
        withheld.add(file);
    }

    /// Bytes in the files that were named so far.
    long bytes() {
        return bytes;
    }

    boolean isNothingWithheld() {
        return withheld.isEmpty();
    }

    /// Only once the manifest has ended.
    TransferReport report(double seconds, List<RelayShare> shares) {
        Final mark = last.orElseThrow(() -> new IllegalStateException("complete without a final mark"));
        List<String> troubles = withheld.stream()
                .map(file -> file.path() + ": " + file.reason())
                .toList();
        return new TransferReport(mark.bytes(), mark.files() - withdrawn, seconds, mark.copies(), shares, troubles);
    }
}
