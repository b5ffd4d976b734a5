package org.fastsend.it.simulate.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.node.Answered;
import org.fastsend.overlay.node.Outgoing;
import org.fastsend.overlay.node.OverlayAsker;
import org.fastsend.overlay.node.OverlayNode;
import org.fastsend.overlay.node.OverlaySettings;
import org.fastsend.overlay.node.Sender;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Reach;
import org.jspecify.annotations.Nullable;

/// An overlay of production nodes in virtual time. Their messages cross links whose delay is half the terrain's
/// round-trip time and that lose some; nobody but the link knows the terrain. All chance comes from one seed.
/// Single-threaded.
final class OverlayWorld {
    static final long MILLISECOND = 1_000_000;
    static final long SECOND = 1_000_000_000;

    private static final int BOOTSTRAPS = 2;
    private static final double HALF = 0.5;

    private final Terrain terrain;
    private final Addresses addresses;
    private final OverlaySettings settings;
    private final Nats nats;
    private final Villains villains;
    private final Sluggards sluggards;
    private final double loss;
    private final Draw draw;
    private final RandomGenerator chance;
    private final EventHeap<Runnable> events = new EventHeap<>();
    private final @Nullable Station[] stations;
    private final int[] generations;
    private final List<Integer> live = new ArrayList<>();
    private Consumer<Endpoint> lossListener = _ -> {};
    private Traffic traffic = new Traffic();
    private long nowNanos;

    /// @param loss share of all messages
    OverlayWorld(
            Terrain terrain,
            OverlaySettings settings,
            Nats nats,
            Villains villains,
            Sluggards sluggards,
            double loss,
            long seed) {
        this.terrain = terrain;
        this.settings = settings;
        this.nats = nats;
        this.villains = villains;
        this.sluggards = sluggards;
        this.loss = loss;
        addresses = new Addresses(terrain);
        draw = new Draw(seed, "world");
        chance = draw.generator(-1, -1);
        stations = new @Nullable Station[terrain.hosts()];
        generations = new int[terrain.hosts()];
    }

    long nanos() {
        return nowNanos;
    }

    RandomGenerator chance() {
        return chance;
    }

    /// Members that are up.
    List<Integer> live() {
        return live;
    }

    Traffic traffic() {
        return traffic;
    }

    void countTrafficAfresh() {
        traffic = new Traffic();
    }

    /// @param listener is told where somebody was whom a member takes for dead
    void onLost(Consumer<Endpoint> listener) {
        lossListener = listener;
    }

    void at(long timeNanos, Runnable what) {
        events.add(Math.max(nowNanos, timeNanos), what);
    }

    /// Lets time pass.
    void runUntil(long timeNanos) {
        while (events.nextNanos() <= timeNanos) {
            nowNanos = events.nextNanos();
            events.take().run();
        }
        nowNanos = timeNanos;
    }

    /// A member comes up and joins by way of some that are up already.
    void join(int host) {
        long id = draw.bits(host, generations[host]) | 1;
        Endpoint endpoint = addresses.of(host, generations[host]);
        Contact self = Contact.of(id, endpoint, villains.operatorOf(host)).reachedBy(nats.reachOf(host), List.of());
        villains.enlist(host, self);
        var node = new OverlayNode(settings, self, draw.generator(host, 1L + generations[host]));
        List<Endpoint> bootstrap = new ArrayList<>();
        for (int i = 0; i < BOOTSTRAPS && !live.isEmpty(); i++) {
            publicMember().ifPresent(member -> bootstrap.add(endpointOf(member)));
        }
        var station = new Station(host, id, endpoint, new Host.Member(node));
        stations[host] = station;
        live.add(host);
        node.start(bootstrap, List.of(), nowNanos);
        drain(station);
    }

    private Optional<Integer> publicMember() {
        for (int tries = 0; tries < 64; tries++) {
            int host = live.get(chance.nextInt(live.size()));
            if (nats.reachOf(host) == Reach.PUBLIC) {
                return Optional.of(host);
            }
        }
        return Optional.empty();
    }

    /// A member vanishes without a word; who comes next on its host is another.
    void kill(int host) {
        Station station = stations[host];
        if (station != null) {
            station.fall();
            stations[host] = null;
            generations[host]++;
            live.remove(Integer.valueOf(host));
        }
    }

    Endpoint endpointOf(int host) {
        return addresses.of(host, generations[host]);
    }

    /// The member that an answer names; empty if it is not up.
    Optional<Integer> memberAt(Endpoint endpoint) {
        int host = Addresses.hostAt(endpoint);
        return stations[host] != null && endpointOf(host).equals(endpoint) ? Optional.of(host) : Optional.empty();
    }

    Optional<OverlayNode> node(int host) {
        Station station = stations[host];
        return station != null && station.machine() instanceof Host.Member(OverlayNode node)
                ? Optional.of(node)
                : Optional.empty();
    }

    /// A host that only answers probes, and may ask.
    void standBy(int host) {
        standBy(host, OverlayAsker.Habits.NONE);
    }

    /// A host that stands by, started anew, and knows for a while what it has asked.
    void standByRemembering(int host) {
        standBy(host, OverlayAsker.Habits.OF_A_PROCESS);
    }

    private void standBy(int host, OverlayAsker.Habits habits) {
        long id = draw.bits(host, generations[host]) | 1;
        Host asker = settings.mode() == OverlaySettings.Mode.MERIDIAN
                ? new MeridianAsker()
                : new Host.Asker(new OverlayAsker(draw.generator(host, 0), habits), settings.caps());
        stations[host] = new Station(host, id, addresses.of(host, 0), asker);
    }

    /// A host that stands by asks, knowing some public members.
    ///
    /// @param done gets the answer and the time
    void ask(int host, Query query, BiConsumer<Answered, Long> done) {
        Station station = stations[host];
        if (station != null) {
            List<Endpoint> members = new ArrayList<>();
            for (int i = 0; i < BOOTSTRAPS + 1; i++) {
                publicMember().ifPresent(member -> members.add(endpointOf(member)));
            }
            station.listen(station.machine().ask(members, query, nowNanos), done);
            drain(station);
        }
    }

    private void drain(Station station) {
        Host machine = station.machine();
        for (var out = machine.pollOutput(); out.isPresent(); out = machine.pollOutput()) {
            send(station, out.get());
        }
        for (var answer = machine.pollAnswer(); answer.isPresent(); answer = machine.pollAnswer()) {
            station.answered(answer.get(), nowNanos);
        }
        for (var lost = machine.pollLost(); lost.isPresent(); lost = machine.pollLost()) {
            lossListener.accept(lost.get().endpoint());
        }
        long wake = machine.nextDeadlineNanos();
        if (wake < station.wakeNanos()) {
            station.wakeAt(wake);
            at(wake, () -> wake(station));
        }
    }

    private void wake(Station station) {
        if (!station.isUp() || station.wakeNanos() > nowNanos) {
            return;
        }
        long readyNanos = readyNanos(station);
        if (readyNanos > nowNanos) {
            station.wakeAt(readyNanos);
            at(readyNanos, () -> wake(station));
            return;
        }
        station.wakeAt(Long.MAX_VALUE);
        if (station.machine().nextDeadlineNanos() <= nowNanos) {
            station.machine().handleTimeout(nowNanos);
        }
        drain(station);
    }

    /// When a machine gets around to what comes now; only members are slow.
    private long readyNanos(Station station) {
        return terrain.isTarget(station.host()) ? nowNanos : sluggards.readyNanos(station.host(), nowNanos);
    }

    private void send(Station from, Outgoing out) {
        boolean member = !terrain.isTarget(from.host());
        Message message = member ? villains.tell(from.host(), out.message()) : out.message();
        traffic.sent(message);
        int to = Addresses.hostAt(out.to());
        if (to < 0 || to >= stations.length) {
            return;
        }
        nats.sent(from.host(), to, nowNanos);
        if (chance.nextDouble() < loss) {
            return;
        }
        long delay = (long) (terrain.rttMillis(from.host(), to) * HALF * MILLISECOND);
        events.add(nowNanos + delay, () -> arrive(from, to, out.to(), message));
    }

    private void arrive(Station from, int to, Endpoint endpoint, Message message) {
        Station station = stations[to];
        if (station != null && station.endpoint().equals(endpoint) && nats.admits(from.host(), to, nowNanos)) {
            long readyNanos = readyNanos(station);
            if (readyNanos > nowNanos) {
                at(readyNanos, () -> deliver(from, station, message));
            } else {
                deliver(from, station, message);
            }
        }
    }

    private void deliver(Station from, Station station, Message message) {
        if (station.isUp()) {
            station.machine().handleMessage(new Sender(from.id(), from.endpoint()), message, nowNanos);
            drain(station);
        }
    }
}
