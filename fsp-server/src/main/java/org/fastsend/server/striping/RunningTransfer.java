package org.fastsend.server.striping;

import java.net.InetAddress;
import org.fastsend.core.block.TransferId;
import org.fastsend.server.data.PortRange;

/// A transfer that this server stripes or collects. Thread-safe.
public interface RunningTransfer {
    TransferId id();

    /// Reads what happens to it, from its beginning.
    StoryReader watch();

    /// The port where the client's end of the transfer may open a relay session; opened when first asked for, and
    /// closed with the transfer. Only who proves the right key is let in. Throws FspException.
    int peerPort(InetAddress local, PortRange range);
}
