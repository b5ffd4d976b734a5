package org.fastsend.core.trust;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;

/// What a relay signs once, at release: that it holds these blocks until its lease ends (docs/wire.md, "Receipt").
///
/// @param blocks number of blocks held
/// @param bytes their sealed bytes
/// @param root digest over the held block numbers and checksums ({@link ReceiptRoot}), 32 bytes, never modified
/// @param signature ECDSA in DER, never modified
public record Receipt(
        TransferId transfer,
        KeyHash relay,
        long blocks,
        long bytes,
        byte[] root,
        long leaseEndsEpochSeconds,
        byte[] signature) {
    /// Bytes of the longest encoding.
    public static final int MAX_BYTES = 512;

    private static final int VERSION = 1;
    private static final String CONTEXT = "fsp1 receipt";

    public Receipt {
        if (blocks < 0 || bytes < 0 || leaseEndsEpochSeconds < 0 || root.length != ReceiptRoot.LENGTH) {
            throw new IllegalArgumentException("receipt out of range: " + blocks + " blocks, " + bytes + " bytes");
        }
    }

    /// The receipt of the relay itself.
    public static Receipt sign(
            Identity relay, TransferId transfer, long blocks, long bytes, byte[] root, long leaseEndsEpochSeconds) {
        var unsigned = new Receipt(transfer, relay.keyHash(), blocks, bytes, root, leaseEndsEpochSeconds, new byte[0]);
        return new Receipt(
                transfer,
                relay.keyHash(),
                blocks,
                bytes,
                root,
                leaseEndsEpochSeconds,
                relay.sign(CONTEXT, unsigned.signedPart()));
    }

    public byte[] encode() {
        return new ByteWriter().raw(signedPart()).bytes(signature).toBytes();
    }

    /// Parses what a peer sent; nothing about it is true before {@link #verify}.
    public static Receipt decode(byte[] encoded) throws TrustException {
        try {
            ByteReader in = new ByteReader(encoded);
            int version = in.u8();
            if (version != VERSION) {
                throw new TrustException("receipt version " + version + " is not spoken here");
            }
            Receipt receipt = new Receipt(
                    TransferId.read(ByteBuffer.wrap(in.raw(TransferId.LENGTH))),
                    KeyHash.of(in.raw(KeyHash.LENGTH)),
                    in.varint(),
                    in.varint(),
                    in.raw(ReceiptRoot.LENGTH),
                    in.u64(),
                    in.bytes(VerifyingKey.MAX_SIGNATURE_BYTES));
            in.end();
            return receipt;
        } catch (MalformedBytesException e) {
            throw new TrustException("not a receipt: " + e.getMessage(), e);
        }
    }

    /// Checks that the relay with this key signed this receipt, and that it is its own.
    public void verify(VerifyingKey relayKey) throws TrustException {
        if (!relayKey.hash().equals(relay)) {
            throw new TrustException("the receipt is another relay's");
        }
        if (!relayKey.verifies(signature, CONTEXT, signedPart())) {
            throw new TrustException("the receipt is not signed by the relay that it names");
        }
    }

    private byte[] signedPart() {
        ByteBuffer id = ByteBuffer.allocate(TransferId.LENGTH);
        transfer.write(id);
        return new ByteWriter()
                .u8(VERSION)
                .raw(id.array())
                .raw(relay.bytes())
                .varint(blocks)
                .varint(bytes)
                .raw(root)
                .i64(leaseEndsEpochSeconds)
                .toBytes();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Receipt that && Arrays.equals(encode(), that.encode());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encode());
    }
}
