package org.fastsend.it.world;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.collect.CollectSettings;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.ManifestFormatException;
import org.fastsend.core.manifest.ManifestReader;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestUpdate;
import org.fastsend.core.seal.BlockOpener;
import org.fastsend.core.seal.OpenedBlock;
import org.fastsend.core.seal.SealException;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.sim.SimNetwork;
import org.fastsend.core.sim.SimReceiver;
import org.fastsend.core.sim.Simulation;

/// A receiving end: reads the real manifest, opens blocks with the real opener, puts files together.
final class WorldReceiver {
    private final WorldTransfer transfer;
    private final SimNetwork<byte[]> network;
    private final ManifestReader manifest;
    private final BlockOpener opener;
    private final SimReceiver<byte[]> machine;
    private final Set<Integer> relays = new HashSet<>();
    private final List<Long> sizes = new ArrayList<>();
    private final Map<Integer, byte[]> digests = new HashMap<>();
    private final Map<Extent, byte[]> received = new HashMap<>();
    private int badBlocks;

    WorldReceiver(Simulation simulation, WorldTransfer transfer, SimNetwork<byte[]> network, CollectSettings settings) {
        this.transfer = transfer;
        this.network = network;
        this.manifest = new ManifestReader(
                transfer.id(),
                transfer.key(),
                transfer.options().cipher(),
                transfer.sender().keyHash());
        this.opener = new BlockOpener(
                transfer.id(), transfer.key(), transfer.options().cipher());
        this.machine = new SimReceiver<>(simulation, settings, new BitSet(), 5 * Simulation.MILLISECOND, this::write);
    }

    SimReceiver<byte[]> machine() {
        return machine;
    }

    int badBlocks() {
        return badBlocks;
    }

    void read(FeedEntry entry) {
        try {
            switch (manifest.read(entry)) {
                case ManifestUpdate.Records(List<ManifestRecord> records) -> records.forEach(this::take);
                case ManifestUpdate.Placements(var placements) ->
                    placements.forEach(placed -> machine.placed(placed.block(), placed.relay()));
            }
        } catch (ManifestFormatException e) {
            throw new AssertionError("the manifest does not read", e);
        }
    }

    private void take(ManifestRecord record) {
        switch (record) {
            case ManifestRecord.FileOpened file -> sizes.add(file.size());
            case ManifestRecord.FileClosed file -> digests.put(file.file(), file.digest());
            case ManifestRecord.RelayNamed relay -> {
                if (relays.add(relay.relay())) {
                    network.join(machine, relay.relay());
                }
            }
            case ManifestRecord.BlockReplaced(int oldBlock, int newBlock) -> machine.replaced(oldBlock, newBlock);
            case ManifestRecord.Resumed(int firstBlock, SenderRun run) -> opener.resumed(firstBlock, run);
            case ManifestRecord.BlocksUnneeded(int firstBlock, int count) -> machine.unneeded(firstBlock, count);
            case ManifestRecord.Final last -> machine.finished(last.blocks());
            case ManifestRecord.Begin _ -> {}
        }
    }

    private boolean write(int block, byte[] bytes) {
        try {
            SealedBlock sealed = SealedBlock.parse(ByteBuffer.wrap(bytes.clone()));
            if (!sealed.checksumHolds()) {
                badBlocks++;
                return false;
            }
            OpenedBlock opened = opener.open(sealed, block, transfer.buffers());
            for (Extent extent : opened.extents()) {
                byte[] data = new byte[extent.length()];
                if (!extent.hole()) {
                    opened.data().get(data);
                }
                received.put(new Extent(extent.file(), extent.offset(), extent.length(), false), data);
            }
            transfer.buffers().give(opened.data());
            return true;
        } catch (BlockFormatException | SealException e) {
            badBlocks++;
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError("nothing waits here", e);
        }
    }

    /// The files as they came, each as its digest says.
    WorldFiles files() {
        WorldFiles files = WorldFiles.blank(sizes);
        received.forEach((extent, data) -> files.slice(extent).put(data));
        for (int file = 0; file < sizes.size(); file++) {
            if (!Arrays.equals(digests.get(file), files.digest(file))) {
                throw new AssertionError("file " + file + " is not as its digest says");
            }
        }
        return files;
    }
}
