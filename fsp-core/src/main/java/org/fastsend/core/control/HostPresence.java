package org.fastsend.core.control;

import java.util.Optional;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.NanoClock;

/// A process among all of its user's that transfer on this host: `fsp transfers` reaches it by its control socket, and
/// it keeps to its part of their cap. Without a place for a socket or a cap, it transfers all the same.
public final class HostPresence implements AutoCloseable {
    private final Optional<ControlSocket> socket;
    private final HostCap cap;

    private HostPresence(Optional<ControlSocket> socket, HostCap cap) {
        this.socket = socket;
        this.cap = cap;
    }

    /// Takes its place, if there is one, and keeps to the cap from the return on.
    ///
    /// @param rate of all that the process transfers
    public static HostPresence take(
            ControlDirectory directory,
            TransferRegistry registry,
            TransferRate rate,
            NanoClock clock,
            EpochClock wall) {
        long process = ProcessHandle.current().pid();
        return new HostPresence(
                ControlSocket.open(directory, registry),
                new HostCap(new CapLedger(directory), process, rate, clock, wall).start());
    }

    @Override
    public void close() {
        socket.ifPresent(ControlSocket::close);
        cap.close();
    }
}
