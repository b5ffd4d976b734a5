package org.fastsend.it.world;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fastsend.core.extent.BlockPacker;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.extent.FileLayout;
import org.fastsend.core.seal.FileDigest;
import org.fastsend.core.sim.Simulation;

/// Files in memory: some large, many small, some empty, some with holes.
record WorldFiles(List<byte[]> contents) {
    private static final int EXTENT_BYTES = WorldTransfer.EXTENT_BYTES;
    private static final int LARGEST_BYTES = 40 * EXTENT_BYTES;

    static WorldFiles random(Simulation simulation) {
        List<byte[]> files = new ArrayList<>();
        for (int i = (int) simulation.between(0, 6); i > 0; i--) {
            byte[] file = new byte[(int) simulation.between(0, LARGEST_BYTES)];
            simulation.random().nextBytes(file);
            if (simulation.chance(0.5)) {
                Arrays.fill(file, file.length / 4, file.length / 2, (byte) 0);
            }
            files.add(file);
        }
        for (int i = (int) simulation.between(0, 60); i > 0; i--) {
            byte[] file = new byte[(int) simulation.between(0, EXTENT_BYTES / 4)];
            simulation.random().nextBytes(file);
            files.add(file);
        }
        return new WorldFiles(files);
    }

    /// As many files of the same lengths, all zeros: what a receiver starts with.
    static WorldFiles blank(List<Long> sizes) {
        return new WorldFiles(
                sizes.stream().map(size -> new byte[Math.toIntExact(size)]).toList());
    }

    long bytes() {
        return contents.stream().mapToLong(file -> file.length).sum();
    }

    List<BlockPlan> blocks() {
        BlockPacker packer = new BlockPacker(EXTENT_BYTES);
        List<BlockPlan> plans = new ArrayList<>();
        for (int file = 0; file < contents.size(); file++) {
            FileLayout.extents(file, contents.get(file).length, EXTENT_BYTES)
                    .forEachRemaining(extent -> packer.add(extent).ifPresent(plans::add));
        }
        packer.flush().ifPresent(plans::add);
        return plans;
    }

    /// The extent as it is read: a hole if it is all zeros.
    Extent read(Extent planned) {
        ByteBuffer bytes = slice(planned);
        while (bytes.hasRemaining()) {
            if (bytes.get() != 0) {
                return planned;
            }
        }
        return new Extent(planned.file(), planned.offset(), planned.length(), true);
    }

    ByteBuffer slice(Extent extent) {
        return ByteBuffer.wrap(contents.get(extent.file()), Math.toIntExact(extent.offset()), extent.length());
    }

    byte[] digest(int file) {
        byte[] content = contents.get(file);
        FileDigest.Root root = new FileDigest.Root(content.length);
        FileLayout.extents(file, content.length, EXTENT_BYTES)
                .forEachRemaining(extent -> root.add(FileDigest.leaf(slice(extent))));
        return root.finish();
    }
}
