package org.fastsend.relay.serve;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReleaseReply;
import org.fastsend.core.channel.ReserveReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Receipt;
import org.fastsend.relay.lease.Lease;
import org.fastsend.relay.store.BlockStore;
import org.fastsend.relay.store.Holdings;
import org.fastsend.relay.store.HoldingsReply;
import org.fastsend.relay.store.StoredTransfer;

/// A relay as its peers see it. The first put or append opens a transfer in the store, and from then on only grants of
/// the member who opened it reach it: whoever else can sign a capability for the same transfer gets nowhere.
/// Thread-safe.
public final class RelayHost implements BlockHost {
    private final BlockStore store;
    private final Identity identity;

    /// @param identity signs the receipts
    public RelayHost(BlockStore store, Identity identity) {
        this.store = store;
        this.identity = identity;
    }

    @Override
    public void put(Grant grant, SealedBlock block, PutReply reply) {
        if (!block.header().transfer().equals(grant.transfer())) {
            reply.refused(Refusal.FORBIDDEN, "the block is of another transfer");
            return;
        }
        with(opened(grant), reply::refused, transfer -> transfer.put(block, grant.maxBytes(), reply));
    }

    @Override
    public void get(Grant grant, int number, GetReply reply) {
        with(found(grant), reply::refused, transfer -> transfer.get(number, reply));
    }

    @Override
    public void appendFeed(Grant grant, FeedEntry entry, PutReply reply) {
        with(opened(grant), reply::refused, transfer -> transfer.appendFeed(entry, grant.maxBytes(), reply));
    }

    @Override
    public void readFeed(Grant grant, long fromSequence, int maxBytes, FeedReply reply) {
        with(found(grant), reply::refused, transfer -> transfer.readFeed(fromSequence, maxBytes, reply));
    }

    /// Opens the transfer if need be: a relay that took nothing says so in a receipt, too.
    @Override
    public void release(Grant grant, ReleaseReply reply) {
        with(opened(grant), reply::refused, transfer -> transfer.release(new Signing(grant, reply)));
    }

    @Override
    public void confirm(Grant grant, List<Integer> blocks, ReleaseReply reply) {
        with(opened(grant), reply::refused, transfer -> transfer.confirm(blocks, new Signing(grant, reply)));
    }

    /// Dropping what is not here succeeds: it may have been dropped before, or its lease have ended.
    @Override
    public void drop(Grant grant, PutReply reply) {
        switch (found(grant)) {
            case BlockStore.Access.Granted granted -> granted.transfer().drop(reply);
            case BlockStore.Access.Denied denied when denied.refusal() == Refusal.MISSING -> reply.stored();
            case BlockStore.Access.Denied denied -> reply.refused(denied.refusal(), denied.reason());
        }
    }

    /// Giving back what is not here succeeds, too, and opens nothing.
    @Override
    public void reserve(Grant grant, long bytes, ReserveReply reply) {
        switch (bytes > 0 ? opened(grant) : found(grant)) {
            case BlockStore.Access.Granted granted -> granted.transfer().reserve(bytes, grant.maxBytes(), reply);
            case BlockStore.Access.Denied denied when denied.refusal() == Refusal.MISSING -> reply.reserved(0);
            case BlockStore.Access.Denied denied -> reply.refused(denied.refusal(), denied.reason());
        }
    }

    private BlockStore.Access opened(Grant grant) {
        return store.open(grant.transfer(), grant.issuer());
    }

    private BlockStore.Access found(Grant grant) {
        return store.find(grant.transfer(), grant.issuer());
    }

    private static void with(
            BlockStore.Access access, BiConsumer<Refusal, String> refuse, Consumer<StoredTransfer> use) {
        switch (access) {
            case BlockStore.Access.Granted granted -> use.accept(granted.transfer());
            case BlockStore.Access.Denied denied -> refuse.accept(denied.refusal(), denied.reason());
        }
    }

    private final class Signing implements HoldingsReply {
        private final Grant grant;
        private final ReleaseReply reply;

        Signing(Grant grant, ReleaseReply reply) {
            this.grant = grant;
            this.reply = reply;
        }

        @Override
        public void holds(Holdings holdings, Lease lease) {
            reply.receipt(Receipt.sign(
                    identity,
                    grant.transfer(),
                    holdings.blocks(),
                    holdings.bytes(),
                    holdings.root(),
                    lease.endEpochSeconds()));
        }

        @Override
        public void refused(Refusal refusal, String reason) {
            reply.refused(refusal, reason);
        }
    }
}
