package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.jspecify.annotations.Nullable;

/// The way of each file from the manifest's record to its final name, or to the list of those that do not get
/// there. One bad file does not hold up the others. Thread-safe.
final class Delivery implements Closeable {
    /// Up to so many directories an fsync each is cheaper than syncing the whole file system.
    private static final int MAX_SINGLE_SYNCS = CommitBarrier.MAX_SINGLE_SYNCS;

    private final WorkDirectory work;
    private final PartialFiles partials;
    private final WriteLedger ledger;
    private final FileTable files;
    private final String rootName;
    private final BitSet delivered;
    private final BitSet withheld = new BitSet();
    private final BitSet directories = new BitSet();
    private final BitSet links = new BitSet();
    private final Namesakes namesakes;
    private List<WithheldFile> reports = new ArrayList<>();
    private @Nullable FinalTree tree;

    /// @param rootName name of the only root, empty if there are several
    /// @param delivered files that an earlier run has delivered
    Delivery(
            WorkDirectory work,
            PartialFiles partials,
            WriteLedger ledger,
            FileTable files,
            String rootName,
            BitSet delivered) {
        this.work = work;
        this.partials = partials;
        this.ledger = ledger;
        this.files = files;
        this.rootName = rootName;
        this.delivered = delivered;
        this.namesakes = new Namesakes(files);
    }

    FileTable files() {
        return files;
    }

    /// Takes the next file of the manifest; makes it at once if it is a directory.
    synchronized void opened(FileOpened file) throws IOException {
        List<String> names = FileNames.components(file.path());
        FinalTree into = tree == null ? chooseTree(file) : tree;
        boolean ourOwn = names.getFirst()
                .toLowerCase(Locale.ROOT)
                .equals(work.path().getFileName().toString());
        if (ourOwn || (into.hasOnlyName() && file.file() > 0)) {
            throw new FspException(
                    ErrorCode.PROTOCOL, "the sender's manifest names " + file.path() + ", which is not its to write");
        }
        files.add(file);
        switch (file.kind()) {
            case DIRECTORY -> {
                directories.set(file.file());
                place(file, () -> into.makeDirectory(file));
            }
            case LINK -> links.set(file.file());
            case FILE -> {}
        }
    }

    /// Of the files that may be complete, those that are and match their digest.
    synchronized List<FileOpened> prepare(Set<Integer> candidates) throws IOException {
        List<FileOpened> ready = new ArrayList<>();
        for (int number : candidates) {
            Optional<FileClosed> closed = files.closed(number);
            if (closed.isPresent() && !delivered.get(number) && !withheld.get(number)) {
                FileTable.Known file = files.get(number);
                if (closed.get().outcome() == FileOutcome.WITHDRAWN) {
                    withheld.set(number); // nothing is wrong: its sender has taken it back
                } else if (closed.get().outcome() != FileOutcome.GOOD) {
                    withhold(file.file(), closed.get().outcome());
                } else if (file.file().kind() == FileKind.FILE && ledger.isWhole(file) && isGood(file, closed.get())) {
                    ready.add(file.file());
                }
            }
        }
        return ready;
    }

    /// Gives files that are complete and durable their final names, and returns what the journal has to say of
    /// them.
    synchronized List<byte[]> deliver(List<FileOpened> ready) throws IOException {
        List<byte[]> records = new ArrayList<>();
        for (FileOpened file : ready) {
            if (place(file, () -> begun().deliver(file))) {
                delivered.set(file.file());
                records.add(BlockJournal.delivered(file.file()));
            }
        }
        return records;
    }

    synchronized boolean isDelivered(int file) {
        return delivered.get(file);
    }

    /// What was withheld since the last call.
    synchronized List<WithheldFile> takeReports() {
        List<WithheldFile> taken = reports;
        reports = new ArrayList<>();
        return taken;
    }

    /// Everything that will come has come: makes links, gives directories their modes and times, makes all of it
    /// durable.
    synchronized void finish(Optional<FileSystemSync> fileSystem) throws IOException {
        reportIncomplete();
        if (tree == null) {
            return;
        }
        for (int i = links.nextSetBit(0); i >= 0; i = links.nextSetBit(i + 1)) {
            FileOpened link = files.get(i).file();
            if (!withheld.get(i)) {
                place(link, () -> begun().link(link));
            }
        }
        boolean oneByOne = fileSystem.isEmpty() || directories.cardinality() < MAX_SINGLE_SYNCS;
        // Backwards: what is in a directory has a higher number, and must be done before the directory is closed to us.
        for (int i = directories.length() - 1; i >= 0; i = directories.previousSetBit(i - 1)) {
            FileOpened directory = files.get(i).file();
            if (!withheld.get(i)) {
                attempt(directory, () -> begun().mark(directory, oneByOne));
            }
        }
        if (oneByOne) {
            begun().forceBase();
        } else {
            fileSystem.orElseThrow().sync();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        files.close();
        if (tree != null) {
            tree.close();
        }
    }

    /// The first entry, with what was in the destination's place before, decides what the destination is.
    private FinalTree chooseTree(FileOpened first) throws IOException {
        boolean only = !work.isInside()
                && first.kind() != FileKind.DIRECTORY
                && first.path().equals(rootName);
        FinalTree chosen = only ? FinalTree.asOnlyFile(work) : FinalTree.intoDirectory(work);
        tree = chosen;
        return chosen;
    }

    private FinalTree begun() {
        if (tree == null) {
            throw new IllegalStateException("no file was opened");
        }
        return tree;
    }

    private boolean isGood(FileTable.Known file, FileClosed closed) throws IOException {
        FileOpened opened = file.file();
        if (!Arrays.equals(ledger.digest(file), closed.digest())) {
            withhold(opened, ErrorCode.INTEGRITY, "what came does not match its digest" + kept(opened));
            return false;
        }
        if (file.slots() > 0 && !partials.exists(opened.file())) {
            // Renamed by a run that was killed before it could say so, or taken away by someone.
            if (begun().isDelivered(opened)) {
                delivered.set(opened.file());
            } else {
                String reason =
                        "its data has vanished from " + work.path() + "; delete that directory and collect again";
                withhold(opened, ErrorCode.INTEGRITY, reason);
            }
            return false;
        }
        if (file.slots() != 1) {
            partials.complete(opened.file(), opened.size());
            partials.forget(opened.file());
        }
        return true;
    }

    private void reportIncomplete() throws IOException {
        BitSet settled = (BitSet) delivered.clone();
        settled.or(withheld);
        settled.or(directories);
        settled.or(links);
        for (int i = settled.nextClearBit(0); i < files.size(); i = settled.nextClearBit(i + 1)) {
            FileOpened file = files.get(i).file();
            withhold(file, ErrorCode.INTEGRITY, "parts of it never came" + kept(file));
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /// Gives something its final name, unless the disk takes that for the name of what has come already.
    private boolean place(FileOpened file, Step step) throws IOException {
        boolean tried = attempt(file, () -> {
            Optional<FileOpened> namesake = namesake(file);
            if (namesake.isEmpty()) {
                step.run();
            } else {
                String reason =
                        "this disk takes its name for that of " + namesake.get().path() + kept(file);
                withhold(file, ErrorCode.NOT_WRITABLE, reason);
            }
        });
        return tried && !withheld.get(file.file());
    }

    /// What of this collection is in the very place of `file`.
    private Optional<FileOpened> namesake(FileOpened file) throws IOException {
        if (!begun().mayBeAnothers(file)) {
            return Optional.empty();
        }
        for (int number : namesakes.of(file)) {
            FileOpened other = files.get(number).file();
            if (isInPlace(other, file) && begun().isOne(other, file)) {
                return Optional.of(other);
            }
        }
        return Optional.empty();
    }

    /// Whether an entry got its name before `next` is to get its own.
    private boolean isInPlace(FileOpened entry, FileOpened next) {
        boolean earlier = entry.file() < next.file() && !withheld.get(entry.file());
        return switch (entry.kind()) {
            case FILE -> delivered.get(entry.file());
            case DIRECTORY -> earlier;
            case LINK -> earlier && next.kind() == FileKind.LINK; // they are made when all files have come
        };
    }

    /// Does something under a file's final name. What is in the way there withholds that file; a failing disk is
    /// thrown.
    private boolean attempt(FileOpened file, Step step) throws IOException {
        try {
            step.run();
            return true;
        } catch (FileSystemException e) {
            if (DiskFailure.isFull(e)) {
                throw e;
            }
            String where = "cannot write " + FileNames.printable(begun().path(file)) + ": " + DiskFailure.reason(e);
            withhold(file, ErrorCode.NOT_WRITABLE, where);
            return false;
        }
    }

    private void withhold(FileOpened file, FileOutcome outcome) throws IOException {
        if (outcome == FileOutcome.CHANGED) {
            withhold(file, ErrorCode.SOURCE_CHANGED, "it changed while the sender read it" + kept(file));
        } else {
            withhold(file, ErrorCode.MISSING_PATH, "the sender could not read it" + kept(file));
        }
    }

    private void withhold(FileOpened file, ErrorCode code, String reason) {
        withheld.set(file.file());
        reports.add(new WithheldFile(file.path(), code, reason));
    }

    private String kept(FileOpened file) throws IOException {
        return partials.exists(file.file())
                ? "; what came of it is kept as " + work.path().resolve(PartialFiles.name(file.file()))
                : "";
    }
}
