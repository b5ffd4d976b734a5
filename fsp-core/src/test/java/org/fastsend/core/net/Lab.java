package org.fastsend.core.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.udp.Cores;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.trust.Verb;

/// A federation with one relay that listens on loopback and one client, each with memory of its own.
final class Lab implements AutoCloseable {
    static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();
    static final Set<Verb> ALL = EnumSet.allOf(Verb.class);
    /// Tests of silence must not wait for long ones.
    static final NetTimings IMPATIENT = new NetTimings(
            Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(100), 12, Duration.ofMillis(10));

    final EpochClock clock = new SystemEpochClock();
    final Authority authority = Authority.create("lab", clock);
    final Federation federation;
    final Identity relay = authority.issue(Role.RELAY, "r1", List.of("localhost"));
    final Identity client = authority.issue(Role.CLIENT, "c1", List.of());
    final Buffers relayBuffers = new Buffers(64 << 20);
    final Buffers clientBuffers = new Buffers(64 << 20);
    final MemoryHost host = new MemoryHost(relay);
    final TransferRate relayRate = new TransferRate(RateSettings.UNBOUNDED);
    final TransferRate clientRate = new TransferRate(RateSettings.UNBOUNDED);
    final RelayListener listener;

    private final ChannelKind kind;
    private final Cores relayCores;
    private final Cores clientCores;

    Lab() {
        this(NetTimings.DEFAULT);
    }

    Lab(NetTimings timings) {
        this(timings, ChannelKind.AUTO);
    }

    /// @param kind what blocks travel on
    Lab(NetTimings timings, ChannelKind kind) {
        this(timings, kind, Cores.ofThisHost(), Cores.ofThisHost());
    }

    /// @param relayCores processors that the relay takes for its own
    /// @param clientCores those of the client
    Lab(NetTimings timings, ChannelKind kind, Cores relayCores, Cores clientCores) {
        this.kind = kind;
        this.relayCores = relayCores;
        this.clientCores = clientCores;
        try {
            federation = new Federation(authority.certificate(), clock);
        } catch (TrustException e) {
            throw new AssertionError(e);
        }
        listener = listen(relay, relayBuffers, timings, new CapabilityPolicy(federation, relay.keyHash(), clock, host));
    }

    RelayListener listen(Identity self, Buffers buffers, NetTimings timings, SessionPolicy policy) {
        return RelayListener.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), end(self, buffers, timings), policy);
    }

    LocalEnd end(Identity self, Buffers buffers, NetTimings timings) {
        return new LocalEnd(
                self,
                federation,
                buffers,
                buffers,
                clock,
                new SecureRandom(),
                timings,
                8 << 20,
                self == relay
                        ? new Carriage(kind, relayRate, relayCores)
                        : new Carriage(kind, clientRate, clientCores));
    }

    RelayConnector connector() {
        return new RelayConnector(end(client, clientBuffers, NetTimings.DEFAULT));
    }

    RelayConnector connector(NetTimings timings) {
        return new RelayConnector(end(client, clientBuffers, timings));
    }

    RelayConnection connect() {
        return connector().connect(HOST, listener.port(), new ExpectedPeer.InRole(Role.RELAY));
    }

    Capability capability(Set<Verb> verbs, long maxBytes) {
        return capability(client, verbs, maxBytes);
    }

    Capability capability(Identity holder, Set<Verb> verbs, long maxBytes) {
        return Capability.sign(
                client,
                TestBlocks.TRANSFER,
                relay.keyHash(),
                holder.keyHash(),
                verbs,
                maxBytes,
                clock.seconds() + 3600);
    }

    Capability everything() {
        return capability(ALL, 1L << 40);
    }

    BlockChannel open(Heard heard) {
        return connect().open(everything(), heard);
    }

    /// Opens by way of a proxy.
    BlockChannel open(Proxy proxy, NetTimings timings, Heard heard) {
        return connector(timings)
                .connect(HOST, proxy.port(), new ExpectedPeer.WithKey(relay.keyHash()))
                .open(everything(), heard);
    }

    Heard heard() {
        return new Heard(clientBuffers);
    }

    @Override
    public void close() {
        listener.close();
    }
}
