package org.fastsend.it.world;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestWriter;
import org.fastsend.core.manifest.Placement;
import org.fastsend.core.seal.BlockSealer;
import org.fastsend.core.sim.SimFeed;
import org.fastsend.core.sim.SimManifest;
import org.fastsend.core.sim.SimSource;

/// The sending end: seals the blocks of files with the real sealer and writes the real manifest.
final class WorldSource implements SimSource<byte[]>, SimManifest {
    private static final int MODE = 0644;
    private static final int PORT = 4242;
    private static final int PLACEMENTS_AT_ONCE = 20;

    private final WorldTransfer transfer;
    private final WorldFiles files;
    private final SimFeed<FeedEntry> feed;
    private final BlockSealer sealer;
    private final ManifestWriter manifest;
    private final List<BlockPlan> plans;
    private final List<BlockPlan> planOfBlock = new ArrayList<>();
    private final List<Placement> placements = new ArrayList<>();
    private int nextPlan;
    private int relaysNamed;

    WorldSource(WorldTransfer transfer, WorldFiles files, SimFeed<FeedEntry> feed) {
        this.transfer = transfer;
        this.files = files;
        this.feed = feed;
        this.sealer = new BlockSealer(transfer.id(), transfer.key(), transfer.options());
        this.manifest = new ManifestWriter(
                transfer.id(), transfer.key(), transfer.options().cipher(), transfer.sender());
        this.plans = files.blocks();
        begin();
    }

    private void begin() {
        List<ManifestRecord> records = new ArrayList<>();
        records.add(new ManifestRecord.Begin(
                transfer.options().cipher(),
                transfer.options().checksum(),
                WorldTransfer.EXTENT_BYTES,
                0,
                "",
                transfer.sender().verifyingKey()));
        for (int file = 0; file < files.contents().size(); file++) {
            long size = files.contents().get(file).length;
            records.add(new ManifestRecord.FileOpened(file, FileKind.FILE, "file " + file, size, 0, MODE, ""));
        }
        add(records);
    }

    int blocks() {
        return planOfBlock.size();
    }

    @Override
    public Optional<Sealed<byte[]>> next() {
        return nextPlan == plans.size() ? Optional.empty() : Optional.of(seal(plans.get(nextPlan++)));
    }

    @Override
    public Sealed<byte[]> again(int oldNumber) {
        return seal(planOfBlock.get(oldNumber));
    }

    private Sealed<byte[]> seal(BlockPlan plan) {
        List<Extent> extents = plan.extents().stream().map(files::read).toList();
        ByteBuffer data = ByteBuffer.allocate(plan.dataLength());
        extents.stream().filter(extent -> !extent.hole()).forEach(extent -> data.put(files.slice(extent)));
        SealedBlock block;
        try {
            block = sealer.seal(extents, data.flip(), transfer.buffers());
        } catch (InterruptedException e) {
            throw new AssertionError("nothing waits here", e);
        }
        byte[] bytes = new byte[block.length()];
        block.bytes().duplicate().get(bytes);
        transfer.buffers().give(block.bytes());
        if (block.number() != planOfBlock.size()) {
            throw new AssertionError("block " + block.number() + " where " + planOfBlock.size() + " is due");
        }
        planOfBlock.add(plan);
        return new Sealed<>(block.number(), bytes.length, (double) nextPlan / (plans.size() + 1), bytes);
    }

    @Override
    public void placed(int block, int relay) {
        nameRelaysTo(relay);
        placements.add(new Placement(block, relay));
        if (placements.size() == PLACEMENTS_AT_ONCE) {
            flush();
        }
    }

    private void nameRelaysTo(int relay) {
        while (relaysNamed <= relay) {
            String name = "relay " + relaysNamed;
            add(List.of(new ManifestRecord.RelayNamed(
                    relaysNamed, name, "localhost", PORT, transfer.sender().keyHash(), new byte[0])));
            relaysNamed++;
        }
    }

    private void flush() {
        manifest.addPlacements(placements).forEach(feed::append);
        placements.clear();
    }

    @Override
    public void replaced(int oldBlock, int newBlock) {
        add(List.of(new ManifestRecord.BlockReplaced(oldBlock, newBlock)));
    }

    @Override
    public void released(int blocks, int copies) {
        flush();
        List<ManifestRecord> records = new ArrayList<>();
        for (int file = 0; file < files.contents().size(); file++) {
            records.add(new ManifestRecord.FileClosed(file, FileOutcome.GOOD, files.digest(file)));
        }
        records.add(new ManifestRecord.Final(blocks, files.contents().size(), files.bytes(), copies));
        add(records);
    }

    private void add(List<ManifestRecord> records) {
        manifest.add(records).forEach(feed::append);
    }
}
