package org.fastsend.core.extent;

import java.util.Iterator;
import java.util.NoSuchElementException;

/// A file's extents as a partitioned stripe reads them: contiguous shares side by side, so that all targets have work
/// from the first block on. The file is taken in windows of {@value #WINDOW_EXTENTS} extents, so that no more leaves
/// of its digest than that wait for their turn, however long the file is; a window is read in {@value #LANES} lanes
/// that advance together, and an extent's {@link #position} in its window says whose share it is. Immutable.
public record Partition(int file, long sizeBytes, int extentBytes) {
    /// At the usual extents of 1 MiB a file of up to 4 GiB is one window, and each target's share of it one
    /// range.
    static final int WINDOW_EXTENTS = 4096;
    /// More than the relays of most transfers, so that each share spans some lanes.
    static final int LANES = 16;

    /// The extents, each once.
    public Iterator<Extent> extents() {
        long count = FileLayout.extentCount(sizeBytes, extentBytes);
        return new Iterator<>() {
            private long next;

            @Override
            public boolean hasNext() {
                return next < count;
            }

            @Override
            public Extent next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("file " + file + " has " + count + " extents");
                }
                long start = next - next % WINDOW_EXTENTS;
                int window = (int) Math.min(WINDOW_EXTENTS, count - start);
                return FileLayout.extent(file, sizeBytes, extentBytes, start + inLanes((int) (next++ - start), window));
            }
        };
    }

    /// Where in its window an extent lies, from 0 to below 1.
    public double position(Extent extent) {
        long index = extent.offset() / extentBytes;
        long start = index - index % WINDOW_EXTENTS;
        long window = Math.min(WINDOW_EXTENTS, FileLayout.extentCount(sizeBytes, extentBytes) - start);
        return (double) (index - start) / window;
    }

    /// The index of the extent that is read as number {@code turn}: the first lanes are longer by one if
    /// need be.
    private static int inLanes(int turn, int window) {
        int lanes = Math.min(LANES, window);
        int lane = turn % lanes;
        return lane * (window / lanes) + Math.min(lane, window % lanes) + turn / lanes;
    }
}
