package org.fastsend.core.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.error.FspException;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Member;
import org.fastsend.core.trust.VerifyingKey;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.SessionId;
import org.fastsend.core.wire.WireException;
import org.jspecify.annotations.Nullable;

/// A connection to an acceptor that has proven who it is. It becomes a session for one transfer by exactly
/// one call of {@link #open} or {@link #host}.
public final class RelayConnection implements AutoCloseable {
    /// Who is at the other end, as its certificate says.
    ///
    /// @param peer as messages name it
    record Acceptor(Member member, VerifyingKey key, String peer) {}

    private final LocalEnd local;
    private final SessionLink link;
    private final Acceptor acceptor;
    private final InetSocketAddress address;
    private final long rttNanos;
    /// Whether a stream over UDP is asked for together with the authorization.
    private final boolean asksForUdp;
    private final AtomicBoolean used = new AtomicBoolean();
    private volatile @Nullable Session session;

    /// @param rttNanos that it took to connect
    RelayConnection(LocalEnd local, SessionLink link, Acceptor acceptor, InetSocketAddress address, long rttNanos) {
        this.local = local;
        this.link = link;
        this.acceptor = acceptor;
        this.address = address;
        this.rttNanos = rttNanos;
        this.asksForUdp = local.carriage().mayTryUdp(address, rttNanos);
    }

    /// What it took to connect: about a round trip.
    public long rttNanos() {
        return rttNanos;
    }

    public Member member() {
        return acceptor.member();
    }

    /// As messages name it: {@code name (host:port)}.
    public String peer() {
        return acceptor.peer();
    }

    /// Asks the acceptor to host: authorizes, and gives the channel to put to and get from. Waits for the
    /// acceptor's word.
    ///
    /// @throws FspException UNTRUSTED if the capability does not suffice, otherwise as when connecting
    public BlockChannel open(Capability capability, ChannelListener listener) {
        return open(capability.transfer(), Optional.of(capability), listener);
    }

    /// The same where the acceptor may decide by this end's key alone.
    public BlockChannel open(TransferId transfer, Optional<Capability> capability, ChannelListener listener) {
        return open(transfer, capability, (BlockChannel _) -> listener);
    }

    /// The same for a listener that has to know its channel.
    public BlockChannel open(TransferId transfer, Optional<Capability> capability, Admission.Opened opened) {
        Session asking = authorize(transfer, capability);
        TcpBlockChannel channel = asking.ask();
        channel.listener(opened.opened(channel));
        start(asking, TcpLimits.FIRST_STREAMS);
        return channel;
    }

    /// Lets the acceptor ask and hosts for it, within what this end grants it. Waits for the acceptor's
    /// word.
    ///
    /// @param grant its transfer is the session's
    /// @param ended hears once why the session is over; called on one of its threads
    public void host(Grant grant, BlockHost host, Consumer<FspException> ended) {
        Session hosting = authorize(grant.transfer(), Optional.empty());
        hosting.serve(new Serving(grant, new PutAllowance(grant.maxBytes()), host, local.clock()));
        hosting.whenEnded(ended);
        start(hosting, 0);
    }

    /// Ends the connection, and the session that was made of it.
    @Override
    public void close() {
        Session opened = session;
        if (opened == null) {
            link.close();
        } else {
            opened.close();
        }
    }

    private void start(Session authorized, int streams) {
        authorized.streams().openBy(new StreamOpener(authorized, address, rttNanos, asksForUdp, streams));
        authorized.start();
        session = authorized;
    }

    /// Says all that needs no answer at once: on a long path each round trip is time that the sender waits.
    private Session authorize(TransferId transfer, Optional<Capability> capability) {
        if (!used.compareAndSet(false, true)) {
            throw new IllegalStateException("a connection carries one session");
        }
        Deadline deadline = new Deadline(local.timings().handshake(), link);
        try (deadline) {
            link.write(new SessionFrame.Hello(SessionFrame.Hello.VERSION, SessionId.NONE, local.maxBlockBytes()));
            link.write(new SessionFrame.Authorize(
                    transfer, capability.map(Capability::encode).orElse(new byte[0])));
            if (asksForUdp) {
                link.write(new SessionFrame.UdpOpen(StreamOpener.FIRST_NUMBER));
            }
            SessionFrame.Hello hello = hello(link.read());
            SessionFrame answer = link.read();
            if (answer instanceof SessionFrame.Goodbye goodbye) {
                throw NetFailures.goodbye(peer(), goodbye);
            }
            if (!answer.equals(new SessionFrame.Authorized(transfer))) {
                throw new ProtocolException("the capability was answered with " + answer);
            }
            Session.Terms terms = new Session.Terms(
                    hello.session(), transfer, peer(), acceptor.key(), address.getAddress(), hello.maxBlockBytes());
            return new Session(local, terms, link);
        } catch (IOException | WireException | ProtocolException | RuntimeException e) {
            link.close();
            throw deadline.passed() ? NetFailures.tooSlow(peer(), e) : NetFailures.connecting(peer(), e);
        }
    }

    private SessionFrame.Hello hello(SessionFrame first) throws ProtocolException {
        return switch (first) {
            case SessionFrame.Hello hello -> Greeting.checked(hello);
            case SessionFrame.Goodbye goodbye -> throw NetFailures.goodbye(peer(), goodbye);
            default -> throw new ProtocolException("the session began with " + first);
        };
    }
}
