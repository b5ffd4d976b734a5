package org.fastsend.core.extent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lays extents into blocks: an extent of the full size is a block by itself, smaller ones share a block until the
/// next would not fit, so that ten thousand small files are a few hundred blocks. Not thread-safe.
public final class BlockPacker {
    private final int extentBytes;
    private List<Extent> shared = new ArrayList<>();
    private int sharedBytes;

    /// @param extentBytes the transfer's extent size, which is also the most data of a block
    public BlockPacker(int extentBytes) {
        if (extentBytes < 1) {
            throw new IllegalArgumentException("no block holds extents of " + extentBytes + " bytes");
        }
        this.extentBytes = extentBytes;
    }

    /// Takes an extent of 1 to extentBytes bytes. Returns a block that is ready, if there is one: the
    /// extent itself, or what was gathered before. Full extents overtake the small ones that are still
    /// being gathered.
    public Optional<BlockPlan> add(Extent extent) {
        int length = extent.length();
        if (length < 1 || length > extentBytes) {
            throw new IllegalArgumentException("an extent of " + length + " bytes fits no block of " + extentBytes);
        }
        if (length == extentBytes) {
            return Optional.of(new BlockPlan(List.of(extent)));
        }
        boolean fits = sharedBytes <= extentBytes - length && shared.size() < BlockPlan.MAX_EXTENTS;
        Optional<BlockPlan> full = fits ? Optional.empty() : flush();
        shared.add(extent);
        sharedBytes += length;
        return full;
    }

    /// The block of what was gathered last, after the last extent was added; empty if there is nothing.
    public Optional<BlockPlan> flush() {
        if (shared.isEmpty()) {
            return Optional.empty();
        }
        BlockPlan plan = new BlockPlan(shared);
        shared = new ArrayList<>();
        sharedBytes = 0;
        return Optional.of(plan);
    }
}
