package org.fastsend.core.files;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.extent.BlockPacker;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.extent.FileLayout;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.manifest.ManifestRecord.Begin;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.FileDigest;
import org.fastsend.core.trust.Identity;

/// A small transfer in memory, made the way a sender makes one: walk, cut, read. Tests hand it to an [OutputTree].
final class SentTree {
    static final TransferId TRANSFER = new TransferId(7, 11);

    final List<FileOpened> opened = new ArrayList<>();
    final List<FileClosed> closed = new ArrayList<>();
    final List<Block> blocks = new ArrayList<>();
    final List<OmittedEntry> omitted = new ArrayList<>();
    final Begin begin;

    /// @param data what travels: the extents that are no holes
    record Block(int number, List<Extent> extents, byte[] data) {
        void writeTo(OutputTree output) throws Exception {
            output.write(number, extents, ByteBuffer.wrap(data));
        }
    }

    private SentTree(int extentSize, String rootName) {
        this.begin = new Begin(
                CipherSuite.AES_256_GCM,
                ChecksumAlgorithm.CRC32C,
                extentSize,
                0,
                rootName,
                Identity.ephemeral().verifyingKey());
    }

    static SentTree of(int extentSize, Path spool, Path... roots) throws InterruptedException {
        SentTree sent = new SentTree(
                extentSize, roots.length == 1 ? roots[0].getFileName().toString() : "");
        BlockPacker packer = new BlockPacker(extentSize);
        List<BlockPlan> plans = new ArrayList<>();
        try (SourceTable table = new SourceTable(spool);
                SourceTree tree = SourceTree.of(List.of(roots));
                ExtentReader reader = new ExtentReader(table::get, extentSize)) {
            while (tree.hasNext()) {
                switch (tree.next()) {
                    case OmittedEntry entry -> sent.omitted.add(entry);
                    case SourceEntry entry -> {
                        int file = table.add(entry);
                        sent.opened.add(opened(file, entry));
                        for (Iterator<Extent> extents = FileLayout.extents(file, entry.size(), extentSize);
                                extents.hasNext(); ) {
                            packer.add(extents.next()).ifPresent(plans::add);
                        }
                    }
                }
            }
            packer.flush().ifPresent(plans::add);
            sent.read(reader, plans);
        }
        return sent;
    }

    void tellOpened(OutputTree output) {
        output.begin(begin);
        opened.forEach(output::opened);
    }

    void tellAll(OutputTree output) {
        tellOpened(output);
        closed.forEach(output::closed);
    }

    void writeAll(OutputTree output) throws Exception {
        for (Block block : blocks) {
            if (!output.heldBlocks().get(block.number())) {
                block.writeTo(output);
            }
        }
    }

    /// The whole collection, from open to finish.
    List<WithheldFile> collect(Path destination) throws Exception {
        try (OutputTree output = OutputTree.open(destination, TRANSFER)) {
            tellAll(output);
            writeAll(output);
            return output.finish();
        }
    }

    int fileOf(String path) {
        for (FileOpened file : opened) {
            if (file.path().equals(path)) {
                return file.file();
            }
        }
        throw new AssertionError("no file " + path + " was sent");
    }

    /// The blocks that hold a part of that file.
    List<Block> blocksOf(String path) {
        int file = fileOf(path);
        return blocks.stream()
                .filter(block -> block.extents().stream().anyMatch(extent -> extent.file() == file))
                .toList();
    }

    static FileOpened opened(int file, SourceEntry entry) {
        return new FileOpened(
                file,
                entry.kind(),
                entry.relativePath(),
                entry.size(),
                entry.modifiedNanos(),
                entry.mode(),
                entry.linkTarget());
    }

    private void read(ExtentReader reader, List<BlockPlan> plans) throws InterruptedException {
        Map<Integer, TreeMap<Long, byte[]>> leaves = new HashMap<>();
        Map<Integer, FileOutcome> outcomes = new HashMap<>();
        for (BlockPlan plan : plans) {
            ByteBuffer data = ByteBuffer.allocate(plan.dataLength());
            ExtentReader.Result result = reader.read(plan, data);
            byte[] bytes = new byte[data.flip().remaining()];
            data.get(bytes);
            blocks.add(new Block(blocks.size(), result.extents(), bytes));
            for (int i = 0; i < plan.extents().size(); i++) {
                Extent extent = plan.extents().get(i);
                leaves.computeIfAbsent(extent.file(), _ -> new TreeMap<>())
                        .put(extent.offset(), result.leaves().get(i));
                if (result.outcomes().get(i) != FileOutcome.GOOD) {
                    outcomes.put(extent.file(), result.outcomes().get(i));
                }
            }
        }
        for (FileOpened file : opened) {
            if (file.kind() == FileKind.FILE) {
                FileDigest.Root root = new FileDigest.Root(file.size());
                Optional.ofNullable(leaves.get(file.file()))
                        .ifPresent(ofFile -> ofFile.values().forEach(root::add));
                FileOutcome outcome = outcomes.getOrDefault(file.file(), FileOutcome.GOOD);
                closed.add(new FileClosed(file.file(), outcome, root.finish()));
            }
        }
    }
}
