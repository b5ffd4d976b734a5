package org.fastsend.client.bench;

import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.util.EnumSet;
import java.util.Optional;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.net.Admission;
import org.fastsend.core.net.Carriage;
import org.fastsend.core.net.PutAllowance;
import org.fastsend.core.net.RelayListener;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.PeerIdentity;
import org.fastsend.core.trust.Verb;

/// Serves path tests to whoever comes, over TCP and UDP at one port.
public final class BenchServer implements AutoCloseable {
    private static final long GRANT_SECONDS = 24 * 3600;

    private final RelayListener listener;

    private BenchServer(RelayListener listener) {
        this.listener = listener;
    }

    /// Serves from now on.
    ///
    /// @param carriage bounds what this end sends
    /// @param file where what comes is written; empty to forget it
    public static BenchServer open(InetSocketAddress address, Carriage carriage, Optional<FileChannel> file) {
        BenchEnd end = BenchEnd.of(carriage);
        BenchHost host = new BenchHost(
                end.buffers(),
                carriage.rate(),
                file,
                BenchBlocks.noise(end.local().random()));
        EpochClock clock = new SystemEpochClock();
        KeyHash self = end.local().self().keyHash();
        return new BenchServer(RelayListener.open(
                address,
                end.local(),
                (peer, transfer, _) -> transfer.equals(BenchBlocks.TRANSFER)
                        ? welcome(peer, self, host, clock)
                        : new Admission.Refused(Refusal.FORBIDDEN, "only paths are tested here")));
    }

    private static Admission welcome(PeerIdentity peer, KeyHash self, BenchHost host, EpochClock clock) {
        Grant grant = new Grant(
                BenchBlocks.TRANSFER,
                peer.key(),
                self,
                EnumSet.of(Verb.PUT, Verb.GET, Verb.READ_FEED),
                Long.MAX_VALUE,
                clock.seconds() + GRANT_SECONDS);
        return new Admission.Hosted(grant, new PutAllowance(Long.MAX_VALUE), host, cause -> {});
    }

    public int port() {
        return listener.port();
    }

    @Override
    public void close() {
        listener.close();
    }
}
