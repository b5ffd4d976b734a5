package org.fastsend.overlay.select;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;

/// Goes on choosing while a stripe runs: what dies or dawdles is replaced by the best standby, what shares the
/// receiver's link is sent to rest, and a standby that promises more than the slowest in use is given a try. A pure
/// state machine, confined to the stripe's thread.
public final class StripeWatch implements RelayChoice {
    private static final long SECOND = 1_000_000_000;

    private final Wish wish;
    private final GoodputBook book;
    private final Map<RelayAddress, Candidate> candidates = new HashMap<>();
    private final Standbys standby;
    private final Map<Integer, Lane> lanes = new TreeMap<>();
    private final List<SharedLink> links = new ArrayList<>();
    private final Queue<Decision> out = new ArrayDeque<>();
    private final LinkSearch search = new LinkSearch();
    private final Quiet quiet = new Quiet();
    private final Performance performance = new Performance();
    private final Set<RelayAddress> coming = new HashSet<>();
    private final KeptRoom room = new KeptRoom();

    /// @param book learns how fast relays are
    public StripeWatch(Wish wish, RelaySet set, GoodputBook book) {
        this.wish = wish;
        this.book = book;
        this.standby = new Standbys(wish.relays(), set.standby());
        set.chosen().forEach(candidate -> coming.add(candidate.address()));
        set.verdicts().forEach(judged -> candidates.put(judged.candidate().address(), judged.candidate()));
    }

    @Override
    public void handleUp(long nowNanos, int target, Optional<RelayAddress> relay) {
        relay.ifPresent(coming::remove);
        Lane lane = new Lane(target, relay, nowNanos);
        lanes.put(target, lane);
        quiet.begin(nowNanos, lane).ifPresent(out::add);
    }

    @Override
    public void handleDown(long nowNanos, int target) {
        Lane gone = lanes.remove(target);
        room.forget(target);
        if (gone != null) {
            search.forget(gone);
            gone.relay().ifPresent(relay -> standby.gone(nowNanos, relay));
            if (!gone.isResting() && !gone.isReceiver()) {
                replace("in place of one that is lost");
            }
        }
    }

    @Override
    public void handleUnusable(long nowNanos, RelayAddress relay) {
        coming.remove(relay);
        standby.gone(nowNanos, relay);
        replace("in place of one that cannot be used");
    }

    /// What the overlay names now: relays that are not in use stand by, and take the places that nobody could take.
    public void handleNews(long nowNanos, RelaySet news) {
        List<Candidate> named =
                Stream.concat(news.chosen().stream(), news.standby().stream()).toList();
        Set<RelayAddress> used = new HashSet<>(coming);
        lanes.values().forEach(lane -> lane.relay().ifPresent(used::add));
        named.forEach(candidate -> candidates.put(candidate.address(), candidate));
        standby.handleNews(nowNanos, named, used);
        standby.removeIf(this::isBehindKnownLink);
        for (int places = standby.claimWanted(); places > 0; places--) {
            replace("named since by the overlay");
        }
    }

    /// Whether a relay was to be replaced, and nobody stands by.
    public boolean isInWant() {
        return standby.isInWant();
    }

    @Override
    public double margin() {
        return wish.margin();
    }

    @Override
    public void handleReserved(long nowNanos, int target, long askedBytes, long keptBytes) {
        room.note(target, askedBytes, keptBytes);
    }

    @Override
    public void handleSamples(long nowNanos, Work work, List<Sample> samples) {
        for (Sample sample : samples) {
            Lane lane = lanes.get(sample.target());
            if (lane != null) {
                lane.trace().add(nowNanos, sample);
            }
        }
        if (!search.isTesting()) {
            remember(nowNanos);
            judgePerformance(nowNanos, work);
            judgeRoom(nowNanos, work);
        }
        long leftNanos = leftNanos(nowNanos, work);
        quiet.end(nowNanos, leftNanos, search, lanes.values()).ifPresent(announce -> {
            search.receiverCollects();
            out.add(announce);
        });
        search.step(nowNanos, leftNanos, lanes.values()).forEach(step -> {
            switch (step) {
                case LinkSearch.Step.Hold(Lane lane) -> out.add(new Decision.Hold(lane.target()));
                case LinkSearch.Step.Resume(Lane lane) -> out.add(new Decision.Resume(lane.target()));
                case LinkSearch.Step.Found(PauseTest.Finding finding) -> found(nowNanos, finding);
            }
        });
    }

    @Override
    public Optional<Decision> poll(long nowNanos) {
        return Optional.ofNullable(out.poll());
    }

    /// The shared links that were found so far.
    public List<SharedLink> links() {
        return List.copyOf(links);
    }

    /// Others are faster without it: the link they share counts once. The receiver keeps its own, since
    /// what it takes itself nobody has to fetch; among relays the one that adds nothing has a rest.
    private void found(long nowNanos, PauseTest.Finding finding) {
        Lane held = finding.held();
        boolean withReceiver = finding.withReceiver();
        List<RelayAddress> behind = new ArrayList<>();
        held.relay().ifPresent(behind::add);
        finding.faster().forEach(lane -> lane.relay().ifPresent(behind::add));
        links.add(new SharedLink(Set.copyOf(behind), withReceiver, finding.fasterRate()));
        boolean addsNothing = finding.regained() > Performance.NEARLY_ALL * finding.heldRate();
        if (withReceiver || addsNothing) {
            String who = withReceiver
                    ? "the receiver itself"
                    : finding.faster().getFirst().relay().orElseThrow().toString();
            rest(nowNanos, held, true, "shares a link with " + who);
            replace("in place of one that shares a link");
        }
    }

    private void judgePerformance(long nowNanos, Work work) {
        List<Lane> active = active();
        performance.tooSlow(nowNanos, active, search).ifPresent(slow -> {
            rest(nowNanos, slow, false, "far slower than the others");
            replace("in place of one that is far slower");
        });
        boolean worthIt = leftNanos(nowNanos, work) > Performance.TRIAL_NANOS * 2;
        if (worthIt && coming.isEmpty() && !standby.isEmpty()) {
            performance.slowestForATrial(nowNanos, active).ifPresent(slowest -> tryBetter(nowNanos, slowest));
        }
        performance.endOfTrial(nowNanos, active).ifPresent(loser -> rest(nowNanos, loser, true, "others are faster"));
        wakeRested(nowNanos);
    }

    /// Before a relay refuses blocks another one is there.
    private void judgeRoom(long nowNanos, Work work) {
        long leftBytes = work.expectedBytes() - work.placedBytes();
        if (coming.isEmpty() && !standby.isInWant() && room.isShort(nowNanos, leftBytes, wish.margin(), active())) {
            replace("those in use keep too little room");
        }
    }

    private void tryBetter(long nowNanos, Lane slowest) {
        Candidate best = standby.best();
        double measured = slowest.trace().storedRate(nowNanos - Performance.TRIAL_NANOS, nowNanos);
        if (best.expectedBytesPerSecond() > Performance.BETTER * measured && !isBehindKnownLink(best)) {
            performance.beginTrial(nowNanos);
            add("promises more than the slowest in use");
        }
    }

    /// One that was too slow gets another chance where there is no other relay.
    private void wakeRested(long nowNanos) {
        lanes.values().stream()
                .filter(lane -> lane.isResting() && !lane.isRedundant() && Performance.isRested(nowNanos, lane))
                .filter(_ -> standby.isEmpty())
                .findFirst()
                .ifPresent(lane -> wake(lane, "has had its rest"));
    }

    private void wake(Lane lane, String reason) {
        lane.wake();
        out.add(new Decision.Wake(lane.target(), reason));
    }

    private void rest(long nowNanos, Lane lane, boolean forGood, String reason) {
        lane.rest(nowNanos, forGood);
        search.forget(lane);
        out.add(new Decision.Rest(lane.target(), reason));
    }

    private void replace(String reason) {
        standby.removeIf(this::isBehindKnownLink);
        if (active().stream().filter(lane -> !lane.isReceiver()).count() + coming.size() >= wish.relays()) {
            return;
        }
        if (!standby.isEmpty()) {
            add(reason);
            return;
        }
        standby.want();
        if (active().isEmpty() && coming.isEmpty()) {
            lanes.values().stream()
                    .filter(Lane::isResting)
                    .findFirst()
                    .ifPresent(lane -> wake(lane, "no other is left"));
        }
    }

    private void add(String reason) {
        RelayAddress relay = standby.take().address();
        coming.add(relay);
        out.add(new Decision.Add(relay, reason));
    }

    private boolean isBehindKnownLink(Candidate candidate) {
        return links.stream().anyMatch(link -> link.relays().contains(candidate.address()));
    }

    private List<Lane> active() {
        return lanes.values().stream().filter(lane -> !lane.isResting()).toList();
    }

    private void remember(long nowNanos) {
        for (Lane lane : lanes.values()) {
            boolean settled =
                    lane.ageNanos(nowNanos) > 2 * SECOND && lane.trace().wasBusy(nowNanos - SECOND, nowNanos);
            if (settled && !lane.isResting()) {
                lane.relay()
                        .flatMap(relay -> Optional.ofNullable(candidates.get(relay)))
                        .ifPresent(known ->
                                book.note(known.id(), lane.trace().storedRate(nowNanos - 2 * SECOND, nowNanos)));
            }
        }
    }

    /// By what has come to targets: over slow links it takes seconds until the first blocks are whole.
    private long leftNanos(long nowNanos, Work work) {
        double rate = sum(lanes.values(), lane -> lane.trace().reportedRate(nowNanos - 2 * SECOND, nowNanos));
        double left = Math.max(0, work.expectedBytes() - work.placedBytes());
        return rate <= 0 ? 0 : (long) (left * SECOND / rate);
    }

    private static double sum(Collection<Lane> lanes, ToDoubleFunction<Lane> of) {
        return lanes.stream().mapToDouble(of).sum();
    }
}
