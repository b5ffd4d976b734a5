package org.fastsend.core.send;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.files.SourceTable;
import org.fastsend.core.files.SpoolTable;

/// What the sender remembers of every file and every plan, on disk: enough to read a block again long after it was
/// placed; in memory are four bytes a file. Files are added by the walk and plans by the job; looking up is anyone's.
final class SourceSpool implements Closeable {
    private final SourceTable entries;
    private final SpoolTable cuts;
    /// Where a file's entry lies in the table, by file number.
    private int[] places = new int[1024];

    SourceSpool(Path directory) {
        entries = new SourceTable(directory);
        cuts = new SpoolTable(directory);
    }

    void add(int file, SourceEntry entry) {
        int place = entries.add(entry);
        synchronized (this) {
            if (file >= places.length) {
                places = Arrays.copyOf(places, Math.max(file + 1, 2 * places.length));
            }
            places[file] = place;
        }
    }

    /// The entry of a file that was added.
    SourceEntry entry(int file) {
        int place;
        synchronized (this) {
            place = places[file];
        }
        return entries.get(place);
    }

    /// Adds the cut of the next plan index.
    void add(Cutter.Cut cut) {
        ByteWriter out = new ByteWriter().i64(Double.doubleToRawLongBits(cut.position()));
        out.varint(cut.plan().extents().size());
        for (Extent extent : cut.plan().extents()) {
            out.varint(extent.file()).varint(extent.offset()).varint(extent.length());
        }
        cuts.add(out.toBytes());
    }

    Cutter.Cut cut(int index) {
        ByteReader in = new ByteReader(cuts.get(index));
        try {
            double position = Double.longBitsToDouble(in.i64());
            int count = (int) in.varint(BlockPlan.MAX_EXTENTS);
            List<Extent> extents = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                extents.add(new Extent((int) in.varint(), in.varint(), (int) in.varint(), false));
            }
            return new Cutter.Cut(index, new BlockPlan(extents), position);
        } catch (MalformedBytesException e) {
            throw new AssertionError("the spool gives back what was put in", e);
        }
    }

    @Override
    public void close() {
        entries.close();
        cuts.close();
    }
}
