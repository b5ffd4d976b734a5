package org.fastsend.it.world;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.ManifestFormatException;
import org.fastsend.core.manifest.ManifestReader;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestUpdate;
import org.fastsend.core.manifest.Placement;

/// What a killed source has said, and what follows from it.
///
/// @param counting blocks that count if a relay still has them
/// @param unneeded numbers that nobody needs any more
/// @param byRelay the counting blocks by the number of the relay that was to hold them
record WorldLegacy(
        ManifestReader manifest, int relays, BitSet counting, BitSet unneeded, Map<Integer, BitSet> byRelay) {
    static WorldLegacy of(WorldSource killed, int numbers) {
        WorldTransfer transfer = killed.transfer();
        ManifestReader reader = new ManifestReader(
                transfer.id(),
                transfer.key(),
                transfer.options().cipher(),
                transfer.sender().keyHash());
        Map<Integer, BitSet> placed = new HashMap<>();
        BitSet anywhere = new BitSet();
        int relays = 0;
        BitSet unneeded = new BitSet();
        try {
            for (FeedEntry entry : killed.feed().entries()) {
                switch (reader.read(entry)) {
                    case ManifestUpdate.Placements(List<Placement> list) ->
                        list.forEach(one -> {
                            placed.computeIfAbsent(one.relay(), _ -> new BitSet())
                                    .set(one.block());
                            anywhere.set(one.block());
                        });
                    case ManifestUpdate.Records(List<ManifestRecord> records) -> {
                        for (ManifestRecord record : records) {
                            relays += record instanceof ManifestRecord.RelayNamed ? 1 : 0;
                            if (record instanceof ManifestRecord.BlocksUnneeded(int block, int _)) {
                                unneeded.set(block);
                            }
                        }
                    }
                }
            }
        } catch (ManifestFormatException e) {
            throw new AssertionError("the manifest does not read", e);
        }
        BitSet counting = new BitSet();
        for (int first = 0; first < numbers; first++) {
            if (!killed.replacedBy().containsValue(first) && !unneeded.get(first)) {
                int newest = -1;
                for (Integer at = first; at != null; at = killed.replacedBy().get(at)) {
                    newest = anywhere.get(at) ? at : newest;
                }
                if (newest < 0) {
                    unneeded.set(first);
                } else {
                    counting.set(newest);
                }
            }
        }
        placed.values().forEach(blocks -> blocks.and(counting));
        return new WorldLegacy(reader, relays, counting, unneeded, placed);
    }
}
