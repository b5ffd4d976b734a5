package org.fastsend.core.manifest;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.bytes.VarInt;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.VerifyingKey;

/// A signed run of placements, the manifest's part that relays may read (docs/wire.md, "Manifest feed"). The signature
/// covers transfer and sequence too, so a batch cannot be moved, repeated or dropped unnoticed.
final class PlacementBatch {
    static final int MAX_PLACEMENTS = 4096;

    private static final int VERSION = 1;
    private static final String CONTEXT = "fsp1 placements";
    private static final int MAX_SIGNATURE_BYTES = 128;

    private PlacementBatch() {}

    /// @param placements 1 to [#MAX_PLACEMENTS]; their order is not kept: sorted by block, even the wildest
    ///     first-come-first-serve costs less than four bytes each
    static byte[] sign(TransferId transfer, long sequence, List<Placement> placements, Identity sender) {
        if (placements.isEmpty() || placements.size() > MAX_PLACEMENTS) {
            throw new IllegalArgumentException("a batch has 1 to " + MAX_PLACEMENTS + " placements");
        }
        List<Placement> sorted = placements.stream()
                .sorted(Comparator.comparingInt(Placement::block).thenComparingInt(Placement::relay))
                .toList();
        ByteWriter out = new ByteWriter().u8(VERSION).varint(sorted.size());
        int before = 0;
        for (Placement placement : sorted) {
            out.varint(VarInt.zigZag(placement.block() - before)).varint(placement.relay());
            before = placement.block();
        }
        byte[] signed = out.toBytes();
        return out.bytes(sender.sign(CONTEXT, position(transfer, sequence), signed))
                .toBytes();
    }

    /// The placements of a batch that the sender signed for this place in this transfer's feed.
    static List<Placement> verify(TransferId transfer, long sequence, byte[] bytes, VerifyingKey sender)
            throws ManifestFormatException {
        try {
            ByteReader in = new ByteReader(bytes);
            List<Placement> placements = decode(in);
            ByteBuffer signed = ByteBuffer.wrap(bytes, 0, in.position());
            byte[] signature = in.bytes(MAX_SIGNATURE_BYTES);
            in.end();
            byte[] signedBytes = new byte[signed.remaining()];
            signed.get(signedBytes);
            if (!sender.verifies(signature, CONTEXT, position(transfer, sequence), signedBytes)) {
                throw new ManifestFormatException("the placements are not signed by the sender");
            }
            return placements;
        } catch (MalformedBytesException | IllegalArgumentException e) {
            throw new ManifestFormatException("placements: " + e.getMessage(), e);
        }
    }

    private static List<Placement> decode(ByteReader in) throws MalformedBytesException {
        int version = in.u8();
        if (version != VERSION) {
            throw new MalformedBytesException("version " + version + " is not spoken here");
        }
        long count = in.varint(MAX_PLACEMENTS);
        List<Placement> placements = new ArrayList<>();
        int block = 0;
        for (long i = 0; i < count; i++) {
            block += VarInt.unZigZag(in.varint(0xffff_ffffL));
            placements.add(new Placement(block, in.count()));
        }
        return List.copyOf(placements);
    }

    private static byte[] position(TransferId transfer, long sequence) {
        ByteBuffer position = ByteBuffer.allocate(TransferId.LENGTH + Long.BYTES);
        transfer.write(position);
        return position.putLong(sequence).array();
    }
}
