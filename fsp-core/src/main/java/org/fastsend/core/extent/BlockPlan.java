package org.fastsend.core.extent;

import java.util.List;

/// What one block is to hold: extents whose data follow one another in list order.
///
/// @param extents between 1 and {@link #MAX_EXTENTS}
public record BlockPlan(List<Extent> extents) {
    public static final int MAX_EXTENTS = 4096;

    public BlockPlan {
        extents = List.copyOf(extents);
        if (extents.isEmpty() || extents.size() > MAX_EXTENTS) {
            throw new IllegalArgumentException("a block holds 1 to " + MAX_EXTENTS + " extents, not " + extents.size());
        }
    }

    /// Bytes of data that the block carries before compression.
    public int dataLength() {
        int sum = 0;
        for (Extent extent : extents) {
            sum = Math.addExact(sum, extent.dataLength());
        }
        return sum;
    }
}
