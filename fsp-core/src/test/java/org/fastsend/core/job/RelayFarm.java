package org.fastsend.core.job;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.net.CapabilityPolicy;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayListener;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.trust.Verb;

/// A federation with relays that keep blocks in memory and listen on loopback, and a sender that knows them.
final class RelayFarm implements AutoCloseable {
    /// The memory that a job may use for blocks: what it holds between reading and storing fits into half of it.
    static final int MEMORY_BYTES = 48 << 20;

    private final AtomicLong aheadMillis = new AtomicLong();
    private final EpochClock system = new SystemEpochClock();
    final EpochClock clock = () -> system.millis() + aheadMillis.get();
    final Authority authority = Authority.create("farm", clock);
    final Federation federation;
    final Identity sender = authority.issue(Role.CLIENT, "sender", List.of());
    final List<Relay> relays = new ArrayList<>();

    /// One relay.
    record Relay(Identity self, MemoryRelay store, Buffers memory, RelayListener listener) {
        RelayAddress address() {
            return new RelayAddress("127.0.0.1", listener.port());
        }
    }

    RelayFarm(int count) {
        try {
            federation = new Federation(authority.certificate(), clock);
        } catch (TrustException e) {
            throw new AssertionError(e);
        }
        for (int i = 0; i < count; i++) {
            add(i);
        }
    }

    List<RelayAddress> addresses() {
        return relays.stream().map(Relay::address).toList();
    }

    /// A process that takes part, with memory of its own.
    Workplace workplace(Identity self, Path spool) {
        return new Workplace(
                self, federation, new Buffers(MEMORY_BYTES), MEMORY_BYTES, new SystemNanoClock(), clock, spool);
    }

    /// Everybody's clock is so much later.
    void passSeconds(long seconds) {
        aheadMillis.addAndGet(1000 * seconds);
    }

    /// What lets that key read from a relay, as a ticket carries it.
    byte[] reading(Relay relay, TransferId transfer, Identity reader) {
        return Capability.sign(
                        sender,
                        transfer,
                        relay.self().keyHash(),
                        reader.keyHash(),
                        EnumSet.of(Verb.GET, Verb.READ_FEED),
                        0,
                        clock.seconds() + 3600)
                .encode();
    }

    @Override
    public void close() {
        relays.forEach(relay -> relay.listener().close());
    }

    /// The relay is at another port from now on, with what it holds.
    void move(int number) {
        Relay before = relays.get(number);
        before.listener().close();
        RelayListener there = listener(before.self(), before.store(), before.memory());
        relays.set(number, new Relay(before.self(), before.store(), before.memory(), there));
    }

    private void add(int number) {
        Identity self = authority.issue(Role.RELAY, "r" + number, List.of());
        Buffers buffers = new Buffers(MEMORY_BYTES);
        MemoryRelay store = new MemoryRelay(self, buffers, clock);
        relays.add(new Relay(self, store, buffers, listener(self, store, buffers)));
    }

    private RelayListener listener(Identity self, MemoryRelay store, Buffers buffers) {
        return RelayListener.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                LocalEnd.of(self, federation, buffers, clock, new SecureRandom()),
                new CapabilityPolicy(federation, self.keyHash(), clock, store));
    }
}
