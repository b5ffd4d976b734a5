package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.LentSet.Loan;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.seal.FileDigest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads what a block is to hold out of the files that a walk found, and notices when a file is no longer the one
/// that the walk saw: it looks before and after every read. What cannot be read is filled with zeros and said so,
/// since one bad file must not stop a transfer. Thread-safe: several threads read at once. Keeps a bounded number
/// of files open.
///
/// A change that leaves size, modification time and inode as they were goes unnoticed; the kernel's clock for
/// modification times ticks every few milliseconds.
public final class ExtentReader implements Closeable {
    /// Large files kept open between their extents.
    private static final int MAX_OPEN_FILES = 64;
    /// Bytes asked of the kernel at once: bounds the off-heap buffer that the JDK keeps for each reading thread.
    private static final int READ_BYTES = 256 * 1024;

    /// Files from this size on are asked where their holes are. Preparing to ask costs a tenth of a second of
    /// processor time in a process that has just begun, as much as reading this many zeros.
    private static final long ASK_FOR_HOLES_BYTES = 256L << 20;

    private static final String CHANGED = "it changed while it was read";
    private static final Logger LOG = LoggerFactory.getLogger(ExtentReader.class);

    private final IntFunction<SourceEntry> entries;
    private final FileDigest.HoleLeaves holeLeaves;
    private final SourceDirectories directories = new SourceDirectories();
    private final LentSet<Integer, SourceFile> files = new LentSet<>(MAX_OPEN_FILES, this::open);
    /// Looked for when the first very large file is opened; both guarded by `files`.
    private Optional<NativeFiles> natives = Optional.empty();

    private boolean nativesLookedFor;

    /// @param entries the walk's entry of a file number; called from every reading thread
    /// @param extentSize bytes at whose multiples this transfer cuts files
    public ExtentReader(IntFunction<SourceEntry> entries, int extentSize) {
        this.entries = entries;
        this.holeLeaves = new FileDigest.HoleLeaves(extentSize);
    }

    /// What came of a read; the three lists have one element for each extent of the plan.
    ///
    /// @param extents the plan's extents, those of nothing but zeros now marked as holes
    /// @param leaves the digest of each extent (docs/wire.md, "Digest of a file")
    /// @param outcomes how its file stands after the read
    /// @param troubles for each file whose outcome is not good, why, in a person's words
    public record Result(
            List<Extent> extents, List<byte[]> leaves, List<FileOutcome> outcomes, Map<Integer, String> troubles) {}

    /// Reads the extents of `plan`. The data of those that are no holes goes to `into`, one after the other from
    /// its position on; the position moves behind them. `into` is a heap buffer with room for the plan's data.
    /// Throws InterruptedException if the thread is interrupted, and no exception for a file that cannot be read.
    public Result read(BlockPlan plan, ByteBuffer into) throws InterruptedException {
        List<Extent> extents = new ArrayList<>(plan.extents().size());
        List<byte[]> leaves = new ArrayList<>(plan.extents().size());
        List<FileOutcome> outcomes = new ArrayList<>(plan.extents().size());
        Map<Integer, String> troubles = new HashMap<>();
        for (Extent extent : plan.extents()) {
            int start = into.position();
            Reading reading = readOne(extent, into);
            ByteBuffer data = into.duplicate().limit(start + extent.length()).position(start);
            if (reading.isHole || isZero(data)) {
                extents.add(new Extent(extent.file(), extent.offset(), extent.length(), true));
                leaves.add(holeLeaves.leaf(extent.length()));
            } else {
                extents.add(new Extent(extent.file(), extent.offset(), extent.length(), false));
                leaves.add(FileDigest.leaf(data));
                into.position(start + extent.length());
            }
            outcomes.add(reading.outcome);
            if (reading.outcome != FileOutcome.GOOD) {
                troubles.putIfAbsent(extent.file(), reading.reason);
            }
        }
        return new Result(extents, leaves, outcomes, troubles);
    }

    @Override
    public void close() {
        try (directories) {
            files.close();
        } catch (IOException e) {
            LOG.warn("closing a source file failed", e);
        }
    }

    /// Fills the extent's place in `into`, whose position does not move, whatever happens.
    private Reading readOne(Extent extent, ByteBuffer into) throws InterruptedException {
        ByteBuffer place = into.duplicate().limit(into.position() + extent.length());
        SourceEntry entry = entries.apply(extent.file());
        try (Loan<Directory> loan = directories.lend(entry)) {
            Directory parent = loan.value();
            Path name = SourceDirectories.name(entry);
            FileFacts before = parent.facts(name);
            if (before.type() != FileFacts.Type.FILE) {
                return new Reading(FileOutcome.CHANGED, "it is no longer a file", true);
            }
            boolean hole = false;
            if (extent.offset() == 0 && extent.length() == entry.size()) {
                try (FileChannel channel = parent.file(name, Set.of(StandardOpenOption.READ))) {
                    readAt(channel, place, 0);
                }
            } else {
                hole = readPart(extent, entry, place);
            }
            if (place.hasRemaining() && !hole) {
                fillWithZeros(place);
                return new Reading(FileOutcome.CHANGED, "it became shorter while it was read", false);
            }
            return entry.sameVersion(before)
                    ? lookAgain(entry, parent, name, hole)
                    : new Reading(FileOutcome.CHANGED, CHANGED, hole);
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
            throw (InterruptedException) new InterruptedException("interrupted while reading").initCause(e);
        } catch (IOException e) {
            fillWithZeros(place);
            return new Reading(FileOutcome.UNREADABLE, "it cannot be read: " + DiskFailure.reason(e), false);
        }
    }

    /// Everything is read; was it all the same version?
    private static Reading lookAgain(SourceEntry entry, Directory parent, Path name, boolean hole) throws IOException {
        try {
            return entry.sameVersion(parent.facts(name))
                    ? new Reading(FileOutcome.GOOD, "", hole)
                    : new Reading(FileOutcome.CHANGED, CHANGED, hole);
        } catch (NoSuchFileException e) {
            LOG.debug("{} went away", entry.relativePath(), e);
            return new Reading(FileOutcome.CHANGED, "it was removed while it was read", hole);
        }
    }

    /// Reads an extent of a file that has several; true if it is a hole of the file, which is not read.
    private boolean readPart(Extent extent, SourceEntry entry, ByteBuffer place) throws IOException {
        int start = place.position();
        while (true) {
            try (Loan<SourceFile> loan = files.lend(extent.file())) {
                if (loan.value().isHole(extent.offset(), extent.length())) {
                    return true;
                }
                readAt(loan.value().data(), place, extent.offset());
                return false;
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (ClosedChannelException e) {
                // Another reader was interrupted in this file, which closes the channel for all of them.
                LOG.debug("{} is opened again", entry.relativePath(), e);
                place.position(start);
            }
        }
    }

    private SourceFile open(int file) throws IOException {
        SourceEntry entry = entries.apply(file);
        return SourceFile.of(entry, directories.open(entry), natives(entry.size()));
    }

    private Optional<NativeFiles> natives(long size) {
        if (size < ASK_FOR_HOLES_BYTES) {
            return Optional.empty();
        }
        if (!nativesLookedFor) {
            nativesLookedFor = true;
            natives = NativeFiles.ofThisPlatform();
        }
        return natives;
    }

    /// Reads on from `offset` until `place` is full or the file ends; its limit stays, whatever happens.
    private static void readAt(FileChannel channel, ByteBuffer place, long offset) throws IOException {
        int start = place.position();
        while (place.hasRemaining()) {
            ByteBuffer some = place.slice(place.position(), Math.min(READ_BYTES, place.remaining()));
            int count = channel.read(some, offset + place.position() - start);
            if (count < 0) {
                return;
            }
            place.position(place.position() + count);
        }
    }

    private static void fillWithZeros(ByteBuffer place) {
        Arrays.fill(
                place.array(), place.arrayOffset() + place.position(), place.arrayOffset() + place.limit(), (byte) 0);
    }

    /// Whether every byte is zero: the first is, and each equals its neighbour, which is one vectorised comparison.
    private static boolean isZero(ByteBuffer data) {
        int from = data.arrayOffset() + data.position();
        int to = data.arrayOffset() + data.limit();
        byte[] array = data.array();
        return from == to || (array[from] == 0 && Arrays.mismatch(array, from, to - 1, array, from + 1, to) < 0);
    }

    /// @param isHole known to be nothing but zeros without looking; its place was not filled
    private record Reading(FileOutcome outcome, String reason, boolean isHole) {}
}
