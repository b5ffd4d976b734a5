package org.fastsend.core.send;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.channel.RelayDirectory;

/// A directory's relays, and before them those that hold blocks of an earlier run.
record WithEarlierRelays(List<RelayAddress> earlier, RelayDirectory directory) implements RelayDirectory {
    @Override
    public List<RelayAddress> relays() {
        Set<RelayAddress> all = new LinkedHashSet<>(earlier);
        all.addAll(directory.relays());
        return List.copyOf(all);
    }

    @Override
    public RelayChoice choice(boolean firstComeFirstServe) {
        return directory.choice(firstComeFirstServe);
    }
}
