package org.fastsend.overlay.select;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.cli.BitRate;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.select.RelaySet.Judged;

/// Chooses the set of relays that takes a stripe's bytes soonest: not the nearest ones, and not the fastest each for
/// itself, since those behind one link are no faster together. Up to [#EXACT] candidates are tried in every
/// combination, more are cut down to the best ones first. Immutable.
public final class SetChoice {
    /// So many candidates are combined with each other.
    static final int EXACT = 14;

    /// Less room than that is none.
    private static final long LEAST_ROOM_BYTES = 64 << 10;

    /// Standbys for each relay in use.
    private static final int STANDBYS = 2;

    /// A set that is faster by less than this part is as good.
    private static final double EQUAL = 0.02;

    private final Wish wish;
    private final List<SharedLink> links;
    private final OptionalLong receiverSubnet;

    /// @param links known to be shared; a relay is behind at most one of them
    /// @param receiverSubnet of a receiver that takes blocks itself, if it is known
    public SetChoice(Wish wish, List<SharedLink> links, OptionalLong receiverSubnet) {
        this.wish = wish;
        this.links = List.copyOf(links);
        this.receiverSubnet = receiverSubnet;
    }

    public RelaySet choose(List<Candidate> candidates) {
        PlacingTime time = new PlacingTime(withHint(candidates), wish);
        Map<Candidate, String> objections = new HashMap<>();
        List<Candidate> able = new ArrayList<>();
        for (Candidate candidate : candidates) {
            Optional<String> objection = objection(candidate);
            objection.ifPresent(why -> objections.put(candidate, why));
            if (objection.isEmpty()) {
                able.add(candidate);
            }
        }
        able.sort(byWorth());
        List<Candidate> chosen = able.isEmpty() ? List.of() : best(time, able.subList(0, Math.min(EXACT, able.size())));
        chosen = filledUp(time, chosen, able);
        List<Candidate> rest = new ArrayList<>(able);
        rest.removeAll(chosen);
        List<Candidate> standby = rest.subList(0, Math.min(rest.size(), STANDBYS * wish.relays()));
        return new RelaySet(chosen, standby, verdicts(candidates, chosen, objections));
    }

    private Optional<String> objection(Candidate candidate) {
        if (candidate.claim().freeBytes() < LEAST_ROOM_BYTES) {
            return Optional.of("has no room");
        }
        if (!candidate.reachable()) {
            return Optional.of("is behind a NAT, where no session reaches it");
        }
        return wish.bounds().objection(candidate.distance());
    }

    /// The faster first, equally fast ones by where they are.
    private Comparator<Candidate> byWorth() {
        return Comparator.<Candidate>comparingInt(candidate -> isWithReceiver(candidate) ? 1 : 0)
                .thenComparing(Comparator.comparingDouble(Candidate::expectedBytesPerSecond)
                        .reversed())
                .thenComparingDouble(candidate -> wish.bounds().detourMillis(candidate.distance()))
                .thenComparingLong(Candidate::id);
    }

    /// Whether it hangs on the receiver's own link, as far as addresses tell.
    private boolean isWithReceiver(Candidate candidate) {
        return wish.bounds().hints()
                && receiverSubnet.isPresent()
                && receiverSubnet.getAsLong() == candidate.site().subnet();
    }

    /// Relays that hang on the receiver's own link by their addresses add nothing to what it takes itself.
    private List<SharedLink> withHint(List<Candidate> candidates) {
        List<SharedLink> all = new ArrayList<>(links);
        Set<RelayAddress> hinted = candidates.stream()
                .filter(this::isWithReceiver)
                .map(Candidate::address)
                .filter(address ->
                        links.stream().noneMatch(link -> link.relays().contains(address)))
                .collect(Collectors.toSet());
        if (!hinted.isEmpty()) {
            all.add(new SharedLink(hinted, true, 0));
        }
        return all;
    }

    private List<Candidate> best(PlacingTime time, List<Candidate> able) {
        List<Candidate> best = List.of();
        double bestSeconds = Double.POSITIVE_INFINITY;
        for (int members = 1; members < 1 << able.size(); members++) {
            if (Integer.bitCount(members) > wish.relays()) {
                continue;
            }
            List<Candidate> set = members(able, members);
            if (!isWithinCaps(set)) {
                continue;
            }
            double seconds = time.seconds(set);
            if (seconds < bestSeconds * (1 - EQUAL)
                    || (seconds <= bestSeconds * (1 + EQUAL) && isNearer(set, best, seconds))) {
                best = set;
                bestSeconds = Math.min(seconds, bestSeconds);
            }
        }
        return best;
    }

    /// Of sets that are equally fast, the one whose relays are nearer, counted with how many they are.
    private boolean isNearer(List<Candidate> set, List<Candidate> than, double seconds) {
        return seconds < Double.POSITIVE_INFINITY && detour(set) < detour(than);
    }

    private double detour(List<Candidate> set) {
        return set.stream()
                .mapToDouble(candidate -> wish.bounds().detourMillis(candidate.distance()) + 1)
                .sum();
    }

    private static List<Candidate> members(List<Candidate> all, int members) {
        List<Candidate> set = new ArrayList<>(Integer.bitCount(members));
        for (int i = 0; i < all.size(); i++) {
            if ((members & 1 << i) != 0) {
                set.add(all.get(i));
            }
        }
        return set;
    }

    /// No combination has room for all bytes, or more relays are wished than were combined: takes what there is.
    private List<Candidate> filledUp(PlacingTime time, List<Candidate> chosen, List<Candidate> able) {
        List<Candidate> set = new ArrayList<>(chosen);
        for (Candidate candidate : able) {
            if (set.size() >= wish.relays() || set.contains(candidate)) {
                continue;
            }
            List<Candidate> more = new ArrayList<>(set);
            more.add(candidate);
            double gain = time.bytesPerSecond(more) - time.bytesPerSecond(set);
            if (isWithinCaps(more) && (set.isEmpty() || gain > EQUAL * time.bytesPerSecond(set))) {
                set = more;
            }
        }
        set.sort(byWorth());
        return set;
    }

    private boolean isWithinCaps(List<Candidate> set) {
        Caps caps = wish.caps();
        for (Candidate one : set) {
            long operator = set.stream()
                    .filter(other -> one.site().operator() != 0
                            && other.site().operator() == one.site().operator())
                    .count();
            long subnet = set.stream()
                    .filter(other -> other.site().subnet() == one.site().subnet())
                    .count();
            if ((caps.perOperator() > 0 && operator > caps.perOperator())
                    || (caps.perSubnet() > 0 && subnet > caps.perSubnet())) {
                return false;
            }
        }
        return true;
    }

    private List<Judged> verdicts(
            List<Candidate> candidates, List<Candidate> chosen, Map<Candidate, String> objections) {
        List<Judged> verdicts = new ArrayList<>();
        for (Candidate candidate : candidates) {
            boolean isChosen = chosen.contains(candidate);
            String why = objections.containsKey(candidate)
                    ? objections.get(candidate)
                    : isChosen ? whyChosen(candidate) : whyNot(candidate, chosen);
            verdicts.add(new Judged(candidate, isChosen, why));
        }
        verdicts.sort(Comparator.comparing((Judged judged) -> !judged.chosen())
                .thenComparing(judged -> objections.containsKey(judged.candidate()))
                .thenComparing(Judged::candidate, byWorth()));
        return verdicts;
    }

    private static String whyChosen(Candidate candidate) {
        String rate = BitRate.format((long) (candidate.expectedBytesPerSecond() * Byte.SIZE));
        return candidate.learntBytesPerSecond() > 0
                ? "took " + rate + " of earlier blocks"
                : "expected to take " + rate + " at its distance";
    }

    private String whyNot(Candidate candidate, List<Candidate> chosen) {
        if (isWithReceiver(candidate)
                || links.stream()
                        .anyMatch(link -> link.receiver() && link.relays().contains(candidate.address()))) {
            return "shares the receiver's own link";
        }
        if (links.stream().anyMatch(link -> link.relays().contains(candidate.address()))) {
            return "shares a link with a relay that is chosen";
        }
        List<Candidate> with = new ArrayList<>(chosen);
        with.add(candidate);
        if (!isWithinCaps(with)) {
            return "enough relays of its operator or subnet are chosen";
        }
        return chosen.size() >= wish.relays()
                ? wish.relays() + " better ones are chosen"
                : "the chosen ones are as fast without it";
    }
}
