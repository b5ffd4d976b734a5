package org.fastsend.it.bench;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.CapabilityPolicy;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.net.RelayListener;
import org.fastsend.core.seal.BlockSealer;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.Compression;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.trust.Verb;

/// A channel over loopback to a host without a disk, and the few blocks that go to and fro on it.
final class LoopbackChannel implements ChannelListener, AutoCloseable {
    static final int BLOCKS = 32;

    private static final long MEMORY_BYTES = 128L << 20;
    private static final long LEASE_SECONDS = 3600;

    private final EpochClock clock = new SystemEpochClock();
    private final Semaphore answered = new Semaphore(0);
    private final Buffers buffers = new Buffers(MEMORY_BYTES);
    private final List<SealedBlock> blocks = blocks();
    private final RelayListener relay;
    private final BlockChannel channel;

    LoopbackChannel() {
        Authority authority = Authority.create("bench", clock);
        Identity host = authority.issue(Role.RELAY, "r1", List.of());
        Identity client = authority.issue(Role.CLIENT, "c1", List.of());
        Federation federation = federation(authority);
        Buffers relayBuffers = new Buffers(MEMORY_BYTES);
        SecureRandom random = new SecureRandom();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        relay = RelayListener.open(
                new InetSocketAddress(loopback, 0),
                LocalEnd.of(host, federation, relayBuffers, clock, random),
                new CapabilityPolicy(federation, host.keyHash(), clock, new DisklessHost(blocks, relayBuffers)));
        Capability everything = Capability.sign(
                client,
                blocks.getFirst().header().transfer(),
                host.keyHash(),
                client.keyHash(),
                EnumSet.allOf(Verb.class),
                Long.MAX_VALUE,
                clock.seconds() + LEASE_SECONDS);
        channel = new RelayConnector(LocalEnd.of(client, federation, buffers, clock, random))
                .connect(loopback.getHostAddress(), relay.port(), new ExpectedPeer.WithKey(host.keyHash()))
                .open(everything, this);
    }

    void streams(int count) {
        channel.streams(count);
    }

    void putAll() throws InterruptedException {
        blocks.forEach(channel::put);
        answered.acquire(BLOCKS);
    }

    void getAll() throws InterruptedException {
        blocks.forEach(block -> channel.get(block.number()));
        answered.acquire(BLOCKS);
    }

    @Override
    public void onStored(int number) {
        answered.release();
    }

    @Override
    public void onBlock(SealedBlock block) {
        buffers.give(block.bytes());
        answered.release();
    }

    @Override
    public void onBad(int number, String reason) {
        throw new IllegalStateException(reason);
    }

    @Override
    public void onRefused(int number, Refusal refusal, String reason) {
        throw new IllegalStateException(reason);
    }

    @Override
    public void onLost(int number, String reason) {
        throw new IllegalStateException(reason);
    }

    @Override
    public void onDown(FspException cause) {
        answered.release(); // nothing is waited for any more
    }

    @Override
    public void close() {
        channel.close();
        relay.close();
    }

    private static List<SealedBlock> blocks() {
        try {
            Buffers forGood = new Buffers(MEMORY_BYTES);
            BlockSealer sealer = BenchmarkBlocks.sealer(CipherSuite.AES_256_GCM, new Compression.None());
            List<SealedBlock> blocks = new ArrayList<>();
            for (int i = 0; i < BLOCKS; i++) {
                blocks.add(sealer.seal(BenchmarkBlocks.ONE_EXTENT, BenchmarkBlocks.random(), forGood));
            }
            return blocks;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Federation federation(Authority authority) {
        try {
            return new Federation(authority.certificate(), clock);
        } catch (TrustException e) {
            throw new IllegalStateException(e);
        }
    }
}
