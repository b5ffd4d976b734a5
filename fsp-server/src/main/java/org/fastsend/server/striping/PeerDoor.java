package org.fastsend.server.striping;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Supplier;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.net.Admission;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayListener;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.server.data.PortRange;

/// The port of one transfer's peer: opened when somebody asks for it, and only the holder of one key is let in.
/// Thread-safe.
final class PeerDoor implements AutoCloseable {
    private final TransferId transfer;
    private final KeyHash peer;
    private final Workplace workplace;
    private final Supplier<Admission> welcome;
    private Optional<RelayListener> listener = Optional.empty();
    private boolean closed;

    /// Made with the only key that is let in, and what its holder may do, asked each time that it comes.
    PeerDoor(TransferId transfer, KeyHash peer, Workplace workplace, Supplier<Admission> welcome) {
        this.transfer = transfer;
        this.peer = peer;
        this.workplace = workplace;
        this.welcome = welcome;
    }

    synchronized int port(InetAddress local, PortRange range) {
        if (closed) {
            throw new FspException(ErrorCode.USAGE, "the transfer has ended");
        }
        if (listener.isEmpty()) {
            listener = Optional.of(open(local, range));
        }
        return listener.get().port();
    }

    @Override
    public synchronized void close() {
        closed = true;
        listener.ifPresent(RelayListener::close);
        listener = Optional.empty();
    }

    private RelayListener open(InetAddress local, PortRange range) {
        LocalEnd end = LocalEnd.of(
                        workplace.self(),
                        workplace.federation(),
                        workplace.buffers(),
                        workplace.epoch(),
                        new SecureRandom())
                .with(workplace.carriage());
        for (int port = range.first(); port < range.last(); port++) {
            try {
                return open(local, port, end);
            } catch (FspException e) {
                if (e.code() != ErrorCode.PORT_IN_USE) {
                    throw e;
                }
            }
        }
        return open(local, range.last(), end);
    }

    private RelayListener open(InetAddress local, int port, LocalEnd end) {
        return RelayListener.open(
                new InetSocketAddress(local, port),
                end,
                (who, wanted, _) -> who.key().equals(peer) && wanted.equals(transfer)
                        ? welcome.get()
                        : new Admission.Refused(Refusal.FORBIDDEN, "this port is for the peer of one transfer"));
    }
}
