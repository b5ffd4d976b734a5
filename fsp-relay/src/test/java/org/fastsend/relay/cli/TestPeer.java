package org.fastsend.relay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayConnection;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.Verb;
import org.fastsend.relay.store.Samples;

/// A sender and collector in one that keeps account of what the relay told it.
final class TestPeer implements ChannelListener, AutoCloseable {
    private final Buffers buffers = new Buffers(64 << 20);
    private final RelayConnection connection;
    private final BlockChannel channel;
    private final IntFunction<SealedBlock> blocks;
    private final Set<Integer> stored = new HashSet<>();
    private final Set<Integer> came = new HashSet<>();
    private final Map<Integer, String> failures = new HashMap<>();
    private boolean down;
    private long changes;
    private long changesSeen;

    /// @param blocks what block has which number
    TestPeer(int port, Identity self, Federation federation, IntFunction<SealedBlock> blocks) {
        this.blocks = blocks;
        LocalEnd local = LocalEnd.of(self, federation, buffers, new SystemEpochClock(), new SecureRandom());
        this.connection = new RelayConnector(local).connect("127.0.0.1", port, new ExpectedPeer.InRole(Role.RELAY));
        Capability capability = Capability.sign(
                self,
                Samples.TRANSFER,
                connection.member().key(),
                self.keyHash(),
                EnumSet.allOf(Verb.class),
                Long.MAX_VALUE,
                new SystemEpochClock().seconds() + 3600);
        this.channel = connection.open(capability, this);
    }

    BlockChannel channel() {
        return channel;
    }

    /// Puts blocks until so many are stored, then runs {@code then} while more are on their way.
    Set<Integer> putUntilStored(int firstNumber, int count, Interruption then) throws Exception {
        int next = firstNumber;
        while (storedCount() < count) {
            if (channel.put(blocks.apply(next)) == BlockChannel.Offer.ACCEPTED) {
                next++;
            } else {
                awaitChange();
            }
        }
        then.run();
        return storedNow();
    }

    /// What happens while puts are on their way.
    interface Interruption {
        void run() throws Exception;
    }

    /// Gets blocks and compares each with what it should be.
    void getAll(Set<Integer> numbers) throws InterruptedException {
        for (int number : numbers) {
            while (channel.get(number) == BlockChannel.Offer.BACKPRESSURED) {
                awaitChange();
            }
        }
        while (!isComplete(numbers)) {
            awaitChange();
        }
    }

    private synchronized boolean isComplete(Set<Integer> numbers) {
        assertEquals(Map.of(), failures);
        assertFalse(down);
        return came.containsAll(numbers);
    }

    synchronized void awaitDown() throws InterruptedException {
        while (!down) {
            wait();
        }
    }

    synchronized Set<Integer> storedNow() {
        return Set.copyOf(stored);
    }

    private synchronized int storedCount() {
        if (!failures.isEmpty() || down) {
            throw new AssertionError("the relay failed: " + failures);
        }
        return stored.size();
    }

    private synchronized void awaitChange() throws InterruptedException {
        while (changes == changesSeen) {
            wait();
        }
        changesSeen = changes;
    }

    private synchronized void change() {
        changes++;
        notifyAll();
    }

    @Override
    public synchronized void onStored(int number) {
        stored.add(number);
        change();
    }

    @Override
    public synchronized void onBlock(SealedBlock block) {
        if (block.bytes().equals(blocks.apply(block.number()).bytes())) {
            came.add(block.number());
        } else {
            failures.put(block.number(), "other bytes came");
        }
        buffers.give(block.bytes());
        change();
    }

    @Override
    public synchronized void onRefused(int number, Refusal refusal, String reason) {
        failures.put(number, refusal + ": " + reason);
        change();
    }

    @Override
    public synchronized void onBad(int number, String reason) {
        failures.put(number, reason);
        change();
    }

    @Override
    public synchronized void onLost(int number, String reason) {
        change();
    }

    @Override
    public synchronized void onDown(FspException cause) {
        down = true;
        change();
    }

    @Override
    public void close() {
        channel.close();
        connection.close();
    }
}
