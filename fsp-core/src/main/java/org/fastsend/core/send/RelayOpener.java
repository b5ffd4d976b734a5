package org.fastsend.core.send;

import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayConnection;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.Member;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.Verb;

/// Opens channels to relays for one stripe: only to certified ones, each with a capability of its own, and with
/// another one for whoever shall read. Thread-safe; opening blocks.
final class RelayOpener {
    /// What a sender may do: nothing that reads blocks.
    private static final Set<Verb> SENDING =
            EnumSet.of(Verb.PUT, Verb.APPEND_FEED, Verb.READ_FEED, Verb.RELEASE, Verb.DROP);

    private static final Set<Verb> READING = EnumSet.of(Verb.GET, Verb.READ_FEED);
    private static final Set<Verb> READING_ALONE = EnumSet.of(Verb.GET, Verb.READ_FEED, Verb.DROP);
    /// Nobody knows the size before the walk is over; a relay's own quota is what binds.
    private static final long MAX_BYTES = 1L << 56;
    /// How much longer than the lease a capability counts, which is signed when the sender connects, while the relay
    /// keeps what it got until the lease has run from the release on. The lease is what binds.
    private static final long LONGEST_STRIPE_SECONDS = TimeUnit.DAYS.toSeconds(30);

    private final StripeRequest request;
    private final Workplace workplace;
    private final RelayConnector connector;

    RelayOpener(StripeRequest request, Workplace workplace) {
        this.request = request;
        this.workplace = workplace;
        this.connector = new RelayConnector(LocalEnd.of(
                        workplace.self(),
                        workplace.federation(),
                        workplace.buffers(),
                        workplace.epoch(),
                        new SecureRandom())
                .with(workplace.carriage()));
    }

    /// A relay that takes blocks.
    record Opened(RelayAddress address, Member member, BlockChannel channel, Capability reading) {
        KeyHash key() {
            return member.key();
        }

        RelayNamed record(int number) {
            return new RelayNamed(
                    number, member.name(), address.host(), address.port(), member.key(), reading.encode());
        }
    }

    /// Throws FspException saying what is wrong with that relay.
    Opened open(RelayAddress address, ChannelListener listener) {
        RelayConnection connection =
                connector.connect(address.host(), address.port(), new ExpectedPeer.InRole(Role.RELAY));
        KeyHash relay = connection.member().key();
        Capability sending = capability(relay, workplace.self().keyHash(), SENDING);
        Capability reading =
                capability(relay, request.reader().key(), request.reader().alone() ? READING_ALONE : READING);
        BlockChannel channel = connection.open(sending, listener);
        if (channel.maxBlockBytes() < request.shape().maxBlockBytes()) {
            channel.close();
            throw new FspException(
                    ErrorCode.NOT_ENOUGH_RELAYS,
                    channel.peer() + " takes blocks of at most " + (channel.maxBlockBytes() >> 20)
                            + " MiB; choose a smaller --block-size");
        }
        return new Opened(address, connection.member(), channel, reading);
    }

    private Capability capability(KeyHash relay, KeyHash holder, Set<Verb> verbs) {
        long expires = workplace.epoch().seconds() + LONGEST_STRIPE_SECONDS + request.leaseSeconds();
        return Capability.sign(workplace.self(), request.transfer(), relay, holder, verbs, MAX_BYTES, expires);
    }
}
