package org.fastsend.server.net;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/// Which address clients are told to open data connections to, where the server does not see its own as they do:
/// behind NAT.
///
/// @param exceptions for clients of certain networks; the first that fits counts
/// @param otherwise for everybody else; empty for the address that the client came to
public record Announcement(List<ForClients> exceptions, Optional<InetAddress> otherwise) {
    public static final Announcement NONE = new Announcement(List.of(), Optional.empty());

    /// The rule of one network of clients.
    ///
    /// @param address empty for the address that the client came to
    public record ForClients(Subnet clients, Optional<InetAddress> address) {}

    public Announcement {
        exceptions = List.copyOf(exceptions);
    }

    /// What a client is told who came to `seen`.
    public InetAddress to(InetAddress client, InetAddress seen) {
        for (ForClients exception : exceptions) {
            if (exception.clients().contains(client)) {
                return exception.address().orElse(seen);
            }
        }
        return otherwise.orElse(seen);
    }
}
