package org.fastsend.core.channel;

import java.util.List;

/** Says which relays a stripe may use. A static list today; the overlay answers the same question by distance. */
@FunctionalInterface
public interface RelayDirectory {
    /** Relays to stripe to, the best first; never the same one twice. May block on the network. */
    List<RelayAddress> relays();
}
