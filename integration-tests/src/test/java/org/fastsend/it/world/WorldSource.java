package org.fastsend.it.world;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.fastsend.core.seal.BlockNumbers;
import org.fastsend.core.seal.BlockSealer;
import org.fastsend.core.seal.SenderRun;
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
    private final Map<Integer, BlockPlan> planOfBlock = new HashMap<>();
    private final Map<Integer, Integer> replacedBy = new HashMap<>();
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

    /// Continues what a killed one has left: what is in the feed, and what it knew of its blocks.
    ///
    /// @param left what follows from the killed one's feed
    /// @param numbers the killed one may have used those below this
    WorldSource(WorldSource killed, WorldLegacy left, int numbers, SenderRun run) {
        this.transfer = killed.transfer;
        this.files = killed.files;
        this.feed = killed.feed;
        this.sealer =
                new BlockSealer(transfer.id(), transfer.key(), transfer.options(), run, BlockNumbers.from(numbers));
        this.manifest = new ManifestWriter(
                transfer.key(), transfer.options().cipher(), run, transfer.sender(), left.manifest());
        this.planOfBlock.putAll(killed.planOfBlock);
        this.replacedBy.putAll(killed.replacedBy);
        this.relaysNamed = left.relays();
        this.plans = new ArrayList<>(killed.files.blocks());
        left.counting().stream().forEach(block -> plans.remove(planOfBlock.get(block)));
        List<ManifestRecord> records = new ArrayList<>();
        records.add(new ManifestRecord.Resumed(numbers, run));
        left.unneeded().stream().forEach(block -> records.add(new ManifestRecord.BlocksUnneeded(block, 1)));
        add(records);
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

    WorldTransfer transfer() {
        return transfer;
    }

    SimFeed<FeedEntry> feed() {
        return feed;
    }

    /// Which block each replaced one was replaced by.
    Map<Integer, Integer> replacedBy() {
        return replacedBy;
    }

    /// All numbers used so far are below this.
    int numbers() {
        return planOfBlock.keySet().stream().mapToInt(block -> block + 1).max().orElse(0);
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
        if (planOfBlock.put(block.number(), plan) != null) {
            throw new AssertionError("block " + block.number() + " was sealed twice");
        }
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
        replacedBy.put(oldBlock, newBlock);
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
