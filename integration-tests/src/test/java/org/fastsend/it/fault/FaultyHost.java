package org.fastsend.it.fault;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.core.block.BlockHeader;
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
import org.fastsend.core.trust.Receipt;

/// A host that does one thing wrong every so many times, and else what the host behind it does. Thread-safe.
public final class FaultyHost implements BlockHost {
    private static final Set<Fault> PUT_FAULTS = Set.of(Fault.SILENT_PUT, Fault.REFUSE_PUT);
    private static final Set<Fault> GET_FAULTS =
            Set.of(Fault.FLIP_BIT, Fault.TRUNCATE, Fault.OTHER_BLOCK, Fault.FORGET, Fault.SILENT_GET);
    private static final Set<Fault> RELEASE_FAULTS = Set.of(Fault.SILENT_RELEASE);

    private final BlockHost host;
    private final Fault fault;
    private final int every;
    private final Runnable struck;
    private final AtomicLong chances = new AtomicLong();
    private volatile boolean signed;

    /// @param every 1: each time there is a chance to go wrong; 3: the third time, the sixth time, ...
    /// @param struck hears of each time
    public FaultyHost(BlockHost host, Fault fault, int every, Runnable struck) {
        this.host = host;
        this.fault = fault;
        this.every = every;
        this.struck = struck;
    }

    @Override
    public void put(Grant grant, SealedBlock block, PutReply reply) {
        if (!strikesAmong(PUT_FAULTS)) {
            host.put(grant, block, reply);
        } else if (fault == Fault.REFUSE_PUT) {
            reply.refused(Refusal.FAILED, "the relay's disk failed");
        }
    }

    @Override
    public void get(Grant grant, int number, GetReply reply) {
        if (!strikesAmong(GET_FAULTS)) {
            host.get(grant, number, reply);
        } else if (fault == Fault.FORGET) {
            reply.refused(Refusal.MISSING, "block " + number + " is not held here");
        } else if (fault != Fault.SILENT_GET) {
            host.get(grant, number, new Spoiling(reply));
        }
    }

    @Override
    public void appendFeed(Grant grant, FeedEntry entry, PutReply reply) {
        if (fault == Fault.DIE_SIGNED && signed) {
            Runtime.getRuntime().halt(1);
        }
        host.appendFeed(grant, entry, reply);
    }

    @Override
    public void readFeed(Grant grant, long fromSequence, int maxBytes, FeedReply reply) {
        host.readFeed(grant, fromSequence, maxBytes, reply);
    }

    @Override
    public void release(Grant grant, ReleaseReply reply) {
        if (!strikesAmong(RELEASE_FAULTS)) {
            host.release(grant, new Noticing(reply));
        }
    }

    @Override
    public void confirm(Grant grant, List<Integer> blocks, ReleaseReply reply) {
        host.confirm(grant, blocks, reply);
    }

    @Override
    public void drop(Grant grant, PutReply reply) {
        host.drop(grant, reply);
    }

    @Override
    public void reserve(Grant grant, long bytes, ReserveReply reply) {
        host.reserve(grant, bytes, reply);
    }

    private boolean strikesAmong(Set<Fault> faults) {
        boolean strikes = faults.contains(fault) && chances.incrementAndGet() % every == 0;
        if (strikes) {
            struck.run();
        }
        return strikes;
    }

    /// Spoils the block in its own buffer, which goes back to where it came from after it is sent.
    private final class Spoiling implements GetReply {
        private final GetReply reply;

        Spoiling(GetReply reply) {
            this.reply = reply;
        }

        @Override
        public Optional<ByteBuffer> room(int bytes) {
            return reply.room(bytes);
        }

        @Override
        public void block(SealedBlock block) {
            ByteBuffer bytes = block.bytes();
            BlockHeader header = block.header();
            switch (fault) {
                case FLIP_BIT -> {
                    int middle = bytes.position() + BlockHeader.LENGTH + header.payloadLength() / 2;
                    bytes.put(middle, (byte) (bytes.get(middle) ^ 1));
                    reply.block(block);
                }
                case TRUNCATE -> {
                    bytes.limit(bytes.position() + bytes.remaining() / 2);
                    reply.block(block);
                }
                default -> reply.block(renumbered(header, bytes));
            }
        }

        @Override
        public void refused(Refusal refusal, String reason) {
            reply.refused(refusal, reason);
        }
    }

    /// Remembers that a receipt was given.
    private final class Noticing implements ReleaseReply {
        private final ReleaseReply reply;

        Noticing(ReleaseReply reply) {
            this.reply = reply;
        }

        @Override
        public void receipt(Receipt receipt) {
            reply.receipt(receipt);
            signed = true;
        }

        @Override
        public void refused(Refusal refusal, String reason) {
            reply.refused(refusal, reason);
        }
    }

    private static SealedBlock renumbered(BlockHeader header, ByteBuffer bytes) {
        BlockHeader other =
                new BlockHeader(header.transfer(), header.number() + 1, header.checksum(), header.payloadLength());
        int covered = BlockHeader.LENGTH + header.payloadLength();
        other.write(bytes.duplicate());
        header.checksum()
                .compute(
                        bytes.slice(bytes.position(), covered),
                        bytes.duplicate().position(bytes.position() + covered));
        return new SealedBlock(other, bytes);
    }
}
