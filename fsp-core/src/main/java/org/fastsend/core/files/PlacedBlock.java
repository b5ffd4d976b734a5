package org.fastsend.core.files;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.seal.FileDigest;

/// A block as it came, with the place of each of its extents. The lists and the array have one element for each
/// extent.
///
/// @param files the file that the extent belongs to
/// @param slots the extent's slot
/// @param leaves its digest
/// @param parts its data, nothing for a hole
record PlacedBlock(
        int number,
        List<Extent> extents,
        List<FileTable.Known> files,
        int[] slots,
        List<byte[]> leaves,
        List<ByteBuffer> parts) {
    /// Finds the places. Throws if extents and data do not fit each other or the files that the manifest told of.
    static PlacedBlock of(
            int number, List<Extent> extents, ByteBuffer data, FileTable known, FileDigest.HoleLeaves holes)
            throws BlockFormatException {
        List<ByteBuffer> parts = parts(number, extents, data);
        List<FileTable.Known> files = new ArrayList<>(extents.size());
        List<byte[]> leaves = new ArrayList<>(extents.size());
        int[] slots = new int[extents.size()];
        for (int i = 0; i < slots.length; i++) {
            Extent extent = extents.get(i);
            files.add(known.get(number, extent));
            slots[i] = known.slot(files.get(i), extent);
            leaves.add(extent.hole() ? holes.leaf(extent.length()) : FileDigest.leaf(parts.get(i)));
        }
        return new PlacedBlock(number, extents, files, slots, leaves, parts);
    }

    private static List<ByteBuffer> parts(int number, List<Extent> extents, ByteBuffer data)
            throws BlockFormatException {
        if (extents.isEmpty() || extents.size() > BlockPlan.MAX_EXTENTS) {
            throw new BlockFormatException("block " + number + " has " + extents.size() + " extents");
        }
        List<ByteBuffer> parts = new ArrayList<>(extents.size());
        int at = data.position();
        for (Extent extent : extents) {
            if (extent.dataLength() > data.limit() - at) {
                throw new BlockFormatException("block " + number + " holds less data than its extents");
            }
            parts.add(data.slice(at, extent.dataLength()));
            at += extent.dataLength();
        }
        if (at != data.limit()) {
            throw new BlockFormatException("block " + number + " holds more data than its extents");
        }
        return parts;
    }
}
