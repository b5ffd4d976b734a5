package org.fastsend.server.striping;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.overlay.net.Receiver;
import org.fastsend.overlay.select.Bounds;

/// Which relays a client wants, and what it says of itself for that.
///
/// @param relays those the client named; empty for the server's own choice
/// @param bounds where the server is to choose them
/// @param probePort UDP port where the client answers the overlay's probes; 0 if it does not
/// @param takesBlocks whether the client will be a target itself
public record Placing(Optional<List<RelayAddress>> relays, Bounds bounds, int probePort, boolean takesBlocks) {
    static final Placing DEFAULT = new Placing(Optional.empty(), Bounds.ANYWHERE, 0, false);

    /// Relays a client may name.
    static final int MAX_RELAYS = 64;

    private static final String AUTO = "auto";
    private static final int MAX_PORT = 0xffff;

    public Placing {
        relays = relays.map(List::copyOf);
    }

    /// What a server that a client at this address is connected to knows of it.
    Receiver receiver(InetAddress client) {
        return Receiver.of(client, probePort, takesBlocks);
    }

    /// Changed by one parameter of `OPTS FSP`; empty if it is none of these. Throws IllegalArgumentException with a
    /// line for people.
    Optional<Placing> with(String name, String value) {
        return switch (name) {
            case "Relays" -> Optional.of(relays(value));
            case "Probe" -> Optional.of(new Placing(relays, bounds, port(value), takesBlocks));
            case "Direct" -> Optional.of(new Placing(relays, bounds, probePort, isYes(value)));
            default -> Optional.empty();
        };
    }

    private Placing relays(String value) {
        if (value.equals(AUTO)) {
            return new Placing(Optional.empty(), Bounds.ANYWHERE, probePort, takesBlocks);
        }
        if (value.startsWith(AUTO + ":")) {
            Bounds where = Bounds.parse(value.substring(AUTO.length() + 1));
            return new Placing(Optional.empty(), where, probePort, takesBlocks);
        }
        List<RelayAddress> named = Arrays.stream(value.split(",", -1))
                .map(relay -> RelayAddress.parse(relay.strip()))
                .toList();
        if (named.size() > MAX_RELAYS) {
            throw new IllegalArgumentException("at most " + MAX_RELAYS + " relays can be named");
        }
        return new Placing(Optional.of(named), bounds, probePort, takesBlocks);
    }

    private static int port(String value) {
        int port;
        try {
            port = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Probe is a port, not '" + value + "'", e);
        }
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("there is no port " + port);
        }
        return port;
    }

    private static boolean isYes(String value) {
        return switch (value) {
            case "yes" -> true;
            case "no" -> false;
            default -> throw new IllegalArgumentException("Direct is yes or no, not '" + value + "'");
        };
    }
}
