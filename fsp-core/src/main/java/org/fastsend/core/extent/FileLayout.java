package org.fastsend.core.extent;

import java.util.Iterator;
import java.util.NoSuchElementException;

/// How a file is cut: at every multiple of the transfer's extent size, the last extent taking what is left.
public final class FileLayout {
    private FileLayout() {}

    /// Number of extents, which is the number of leaves of the file's digest; an empty file has none.
    public static long extentCount(long sizeBytes, int extentBytes) {
        check(sizeBytes, extentBytes);
        return sizeBytes / extentBytes + (sizeBytes % extentBytes == 0 ? 0 : 1);
    }

    /// The extent with that index, from 0 to {@link #extentCount} - 1.
    public static Extent extent(int file, long sizeBytes, int extentBytes, long index) {
        if (index < 0 || index >= extentCount(sizeBytes, extentBytes)) {
            throw new IndexOutOfBoundsException("file " + file + " has no extent " + index);
        }
        long offset = index * extentBytes;
        return new Extent(file, offset, (int) Math.min(extentBytes, sizeBytes - offset), false);
    }

    /// The file's extents in order of offset, none of them a hole yet: that is found out when they are
    /// read. Made one at a time, so a file of any size costs the same memory.
    public static Iterator<Extent> extents(int file, long sizeBytes, int extentBytes) {
        long count = extentCount(sizeBytes, extentBytes);
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
                return extent(file, sizeBytes, extentBytes, next++);
            }
        };
    }

    private static void check(long sizeBytes, int extentBytes) {
        if (sizeBytes < 0 || extentBytes < 1) {
            throw new IllegalArgumentException("a file of " + sizeBytes + " bytes cannot be cut at " + extentBytes);
        }
    }
}
