package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.fastsend.core.channel.BlockChannel;

/// How much room a stripe has each relay keep: its likely share of what is still to be stored. Asked for
/// again where that has changed much, and now and then, since relays keep nothing for whoever is silent. A
/// pure state machine, confined to the job's thread.
final class RoomShares {
    /// How often shares are to be looked at.
    static final long LOOK_NANOS = 250_000_000;
    /// So that two requests in a row may be lost or late.
    private static final long RENEW_NANOS = BlockChannel.RESERVED_NANOS / 3;
    /// Less than this finds room without being announced.
    private static final long LEAST_BYTES = 1 << 20;
    /// By what part a share has to change to be asked for at once.
    private static final double MUCH = 0.25;

    private final Map<Integer, Asked> asked = new HashMap<>();

    /// A target that gets blocks.
    ///
    /// @param relay whether it keeps room; the receiver itself has all that it needs
    /// @param storedBytes since it came up
    record Place(int target, boolean relay, long storedBytes) {}

    /// A relay is to be asked for so much, 0 to give back what is left.
    record Ask(int target, long bytes) {}

    /// The latest request to a relay, and how much it had stored then.
    private record Asked(long bytes, long storedBytes, long nanos) {
        long left(long nowStoredBytes) {
            return Math.max(0, bytes - (nowStoredBytes - storedBytes));
        }
    }

    /// Whom to ask now.
    ///
    /// @param wantedBytes to be stored from now on, all targets together
    /// @param coming targets that may soon be in use, too
    List<Ask> look(long nowNanos, long wantedBytes, int coming, List<Place> inUse) {
        List<Ask> asks = new ArrayList<>();
        Set<Integer> used = inUse.stream().map(Place::target).collect(Collectors.toSet());
        giveBack(
                asked.keySet().stream().filter(target -> !used.contains(target)).toList(), asks);
        long storedBytes = inUse.stream().mapToLong(Place::storedBytes).sum();
        for (Place place : inUse) {
            if (place.relay()) {
                long share = (long) (wantedBytes * part(place, storedBytes, inUse.size() + coming));
                look(nowNanos, place, share < LEAST_BYTES ? 0 : share, asks);
            }
        }
        return asks;
    }

    /// All that is kept is to be given back.
    List<Ask> end() {
        List<Ask> asks = new ArrayList<>();
        giveBack(List.copyOf(asked.keySet()), asks);
        return asks;
    }

    private void giveBack(List<Integer> targets, List<Ask> asks) {
        for (int target : targets) {
            asked.remove(target);
            asks.add(new Ask(target, 0));
        }
    }

    /// Half of all goes in equal parts, as long as nothing is known; the other half as it went so far.
    private static double part(Place place, long storedBytes, int places) {
        double equal = 1.0 / places;
        return storedBytes == 0 ? equal : (equal + (double) place.storedBytes() / storedBytes) / 2;
    }

    private void look(long nowNanos, Place place, long share, List<Ask> asks) {
        Asked before = asked.get(place.target());
        if (before == null ? share == 0 : !isOutdated(nowNanos, before, place, share)) {
            return;
        }
        if (share == 0) {
            asked.remove(place.target());
        } else {
            asked.put(place.target(), new Asked(share, place.storedBytes(), nowNanos));
        }
        asks.add(new Ask(place.target(), share));
    }

    private static boolean isOutdated(long nowNanos, Asked before, Place place, long share) {
        long left = before.left(place.storedBytes());
        double change = Math.abs(share - left);
        return nowNanos - before.nanos() >= RENEW_NANOS
                || share == 0
                || (change >= LEAST_BYTES && change > MUCH * Math.max(share, left));
    }
}
