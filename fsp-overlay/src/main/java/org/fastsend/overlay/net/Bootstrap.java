package org.fastsend.overlay.net;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.overlay.peer.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where a member finds the others. While it knows nobody, the names are looked up again and again: a host that
/// starts may not have a resolver yet, and what was named may move. Not thread-safe, but for [#lookUp].
final class Bootstrap {
    private static final Logger LOG = LoggerFactory.getLogger(Bootstrap.class);
    private static final long SECOND = 1_000_000_000;
    /// Whoever was named has been asked several times by then.
    static final long PATIENCE_NANOS = 15 * SECOND;
    static final long LOOK_UP_NANOS = 30 * SECOND;

    private final List<RelayAddress> names;
    private final Function<RelayAddress, Optional<Endpoint>> resolver;
    private List<Endpoint> hosts;
    private Optional<Long> aloneSinceNanos = Optional.empty();
    private long lookedUpNanos;
    private boolean lookingUp;
    private boolean warned;

    Bootstrap(List<RelayAddress> names, Function<RelayAddress, Optional<Endpoint>> resolver) {
        this.names = names;
        this.resolver = resolver;
        this.hosts = lookUp();
    }

    /// Where a host that was named listens; empty, and said so, for one that cannot be found.
    static Optional<Endpoint> resolved(RelayAddress address) {
        InetSocketAddress socket = new InetSocketAddress(address.host(), address.port());
        if (socket.isUnresolved()) {
            LOG.warn("unknown host {}; the overlay is looked for elsewhere", address.host());
            return Optional.empty();
        }
        return Optional.of(Endpoint.of(socket));
    }

    /// As they were found last.
    List<Endpoint> hosts() {
        return hosts;
    }

    /// Whether this member is meant to be the first.
    boolean isEmpty() {
        return names.isEmpty();
    }

    /// Some member is known.
    void accompanied() {
        aloneSinceNanos = Optional.empty();
    }

    /// Nobody is known: says so once, if that lasts.
    ///
    /// @return whether it is time to [#lookUp] the names again, which ends with [#found]
    boolean alone(long nowNanos) {
        if (names.isEmpty()) {
            return false;
        }
        if (aloneSinceNanos.isEmpty()) {
            aloneSinceNanos = Optional.of(nowNanos);
            lookedUpNanos = nowNanos;
        }
        if (!warned && nowNanos - aloneSinceNanos.get() > PATIENCE_NANOS) {
            warned = true;
            LOG.warn(
                    "no member of the overlay answers at {}; is a relay of this federation up there, and UDP let through? Going on trying",
                    listed());
        }
        if (lookingUp || nowNanos - lookedUpNanos <= LOOK_UP_NANOS) {
            return false;
        }
        lookedUpNanos = nowNanos;
        lookingUp = true;
        return true;
    }

    /// From any thread; takes as long as the resolver does.
    List<Endpoint> lookUp() {
        return names.stream().flatMap(name -> resolver.apply(name).stream()).toList();
    }

    /// What a later look has found; if that is nothing, what was found before remains.
    ///
    /// @return whether that is news
    boolean found(List<Endpoint> now) {
        lookingUp = false;
        if (now.isEmpty() || now.equals(hosts)) {
            return false;
        }
        hosts = now;
        return true;
    }

    private String listed() {
        return names.stream().map(RelayAddress::toString).collect(Collectors.joining(", "));
    }
}
