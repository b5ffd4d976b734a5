package org.fastsend.core.send;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.TrustException;

/// What makes a transfer this one, over all runs of its sender.
///
/// @param holder whom relays let read, for whoever gets the ticket
/// @param startedEpochSeconds when its first run began
public record TransferSecrets(TransferId transfer, TransferKey key, Identity holder, long startedEpochSeconds) {
    private static final int VERSION = 1;
    private static final int MAX_KEY_BYTES = 512;

    /// Of a transfer that nobody ever had.
    public static TransferSecrets fresh(EpochClock clock) {
        SecureRandom random = new SecureRandom();
        TransferId id = new TransferId(random.nextLong(), random.nextLong());
        return new TransferSecrets(id, TransferKey.random(random), Identity.ephemeral(), clock.seconds());
    }

    /// As the journal's head has it (docs/wire.md, "Sender's journal").
    byte[] encode() {
        ByteBuffer id = ByteBuffer.allocate(TransferId.LENGTH);
        transfer.write(id);
        return new ByteWriter()
                .u8(VERSION)
                .raw(id.array())
                .raw(key.bytes())
                .i64(startedEpochSeconds)
                .bytes(holder.pkcs8())
                .toBytes();
    }

    static TransferSecrets decode(byte[] bytes) throws MalformedBytesException, TrustException {
        ByteReader in = new ByteReader(bytes);
        int version = in.u8();
        if (version != VERSION) {
            throw new MalformedBytesException("version " + version + " is not spoken here");
        }
        TransferId id = TransferId.read(ByteBuffer.wrap(in.raw(TransferId.LENGTH)));
        TransferKey key = new TransferKey(in.raw(TransferKey.LENGTH));
        long started = in.u64();
        Identity holder = Identity.ofPkcs8(in.bytes(MAX_KEY_BYTES));
        in.end();
        return new TransferSecrets(id, key, holder, started);
    }

    /// Names the thing, never the secret.
    @Override
    public String toString() {
        return "TransferSecrets[" + transfer + "]";
    }
}
