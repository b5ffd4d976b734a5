package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Message.Answer;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.node.Querying.Asker;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Offer;
import org.fastsend.overlay.ring.MeridianRings;
import org.fastsend.overlay.ring.RingMember;
import org.fastsend.overlay.ring.Roster;

/// A member of the overlay. Sans-IO: messages and time come in through `handle*`, what it wants sent and what it found
/// goes out through `poll*`, in order. Nothing that comes in makes it throw. Not thread-safe.
public final class OverlayNode {
    /// A member answers so many queries of one asker at once, and then so many a second.
    private static final double QUERY_BURST = 32;
    private static final double QUERIES_PER_SECOND = 2;

    private final Local local;
    private final Measuring measuring;
    private final Pinging pinging;
    private final Membership membership;
    private final Querying querying;
    private final Attachments attachments;
    private final Throttle queries = new Throttle(QUERY_BURST, QUERIES_PER_SECOND);
    private final MeasureGate gate = new MeasureGate();

    /// @param random seeds everything that it draws; nonces have to be unguessable in the field
    public OverlayNode(OverlaySettings settings, Contact self, RandomGenerator random) {
        local = new Local(settings, self, random);
        measuring = new Measuring(local.pending(), local.outbox());
        if (settings.mode() == OverlaySettings.Mode.MERIDIAN) {
            var rings = new MeridianRings();
            membership = new MeridianMembership(local, rings, this::ping);
            querying = new MeridianQuerying(local, rings, measuring, this::answer);
        } else {
            var roster = new Roster(self.endpoint().subnet(), settings.caps());
            membership = new FspMembership(local, roster, this::ping);
            querying = new Naming(local, roster, measuring);
        }
        pinging = new Pinging(local, membership);
        attachments = new Attachments(local, membership);
    }

    private void ping(Contact to, long nowNanos) {
        pinging.ping(to, nowNanos);
    }

    /// Joins.
    ///
    /// @param bootstrap where members should be; any one that answers is enough
    /// @param remembered members known before a restart
    public void start(List<Endpoint> bootstrap, List<Contact> remembered, long nowNanos) {
        membership.start(bootstrap, remembered, nowNanos);
        attachments.start(nowNanos);
    }

    public void handleMessage(Sender from, Message message, long nowNanos) {
        if (from.id() == 0 || from.id() == local.self().id()) {
            handleStranger(from, message, nowNanos);
            return;
        }
        local.open().heard(from.id(), nowNanos);
        handleMember(from, message, nowNanos);
    }

    private void handleStranger(Sender from, Message message, long nowNanos) {
        switch (message) {
            case Message.Probe probe -> measuring.handleProbe(from, probe);
            case Message.ProbeAnswer answer -> measuring.handleAnswer(from, answer, nowNanos);
            default -> {
                // Everything else is for those who have shown who they are.
            }
        }
    }

    private void handleMember(Sender from, Message message, long nowNanos) {
        switch (message) {
            case Message.Probe probe -> measuring.handleProbe(from, probe);
            case Message.ProbeAnswer answer -> measuring.handleAnswer(from, answer, nowNanos);
            case Message.Ping ping -> pinging.handlePing(from, ping, nowNanos);
            case Message.Pong pong -> pinging.handlePong(from, pong, nowNanos);
            case Message.PingFor ask -> pinging.handleFavour(from, ask, nowNanos);
            case Message.PingForAnswer answer -> handleHelp(answer.number(), answer.alive(), nowNanos);
            case Message.Gossip gossip -> membership.handleGossip(from, gossip, nowNanos);
            case Message.Join join -> membership.handleJoin(from, join, nowNanos);
            case Message.Welcome welcome -> membership.handleWelcome(from, welcome, nowNanos);
            case Measure measure ->
                handleMeasure(from, measure, (m, now) -> local.outbox().send(from.endpoint(), from.id(), m), nowNanos);
            case Message.Measured measured -> handleMeasured(from, measured, nowNanos);
            case Message.Ask ask -> handleAsk(from, ask, nowNanos);
            case Message.Attach attach -> attachments.handleAttach(from, attach, nowNanos);
            case Message.Attached attached -> attachments.handleAttached(from, attached, nowNanos);
            case Message.Relay relay -> attachments.handleRelay(from, relay, nowNanos);
            case Message.Relayed relayed -> handleRelayed(from, relayed, nowNanos);
            case Message.Forward forward -> querying.handleForward(forward, nowNanos);
            case Answer _ -> {
                // Members do not ask.
            }
        }
    }

    private void handleHelp(long number, boolean alive, long nowNanos) {
        local.pending().answer(number).ifPresent(task -> {
            if (task instanceof Task.HelpTask help) {
                help.round().settle(alive, nowNanos);
            }
        });
    }

    private void handleMeasured(Sender from, Message.Measured measured, long nowNanos) {
        local.pending().answer(measured.number()).ifPresent(task -> {
            if (task instanceof Task.MeasureTask asked && asked.to().id() == from.id()) {
                asked.by().measured(asked, measured, nowNanos);
            }
        });
    }

    private void handleMeasure(Sender from, Measure measure, Querying.Reply reply, long nowNanos) {
        gate.admit(from, measure, nowNanos)
                .ifPresent(admitted -> querying.handleMeasure(from, admitted, reply, nowNanos));
    }

    /// Only some messages make sense through a rendezvous; their answers go to whoever sent them, directly.
    private void handleRelayed(Sender through, Message.Relayed relayed, long nowNanos) {
        if (!attachments.isRendezvous(through.id())) {
            return;
        }
        var sender = new Sender(relayed.from(), relayed.sender());
        switch (relayed.message()) {
            case Message.Ping ping
            when ping.self().id() == sender.id() -> pinging.handleRelayedPing(ping, sender.endpoint(), nowNanos);
            case Message.Gossip gossip -> membership.handleGossip(sender, gossip, nowNanos);
            case Measure measure ->
                handleMeasure(
                        sender, measure, (m, now) -> local.outbox().send(sender.endpoint(), sender.id(), m), nowNanos);
            default -> {
                // Nothing else is sent that way.
            }
        }
    }

    private void handleAsk(Sender from, Message.Ask ask, long nowNanos) {
        if (!queries.admit(from.id(), nowNanos)) {
            return;
        }
        querying.ask(
                ask.query().askedBy(from.endpoint()), new Asker(from.endpoint(), from.id(), ask.number()), nowNanos);
    }

    private void answer(Asker to, List<Ranked> ranked, QueryCost cost, long nowNanos) {
        int parts = Math.max(1, (ranked.size() + Answer.PART - 1) / Answer.PART);
        for (int part = 0; part < parts; part++) {
            List<Ranked> some = ranked.subList(part * Answer.PART, Math.min(ranked.size(), (part + 1) * Answer.PART));
            local.outbox().send(to.at(), to.id(), new Answer(to.number(), part, parts, some, cost));
        }
    }

    public void handleTimeout(long nowNanos) {
        for (var task = local.pending().expired(nowNanos);
                task.isPresent();
                task = local.pending().expired(nowNanos)) {
            switch (task.get()) {
                case Task.PingTask ping -> pinging.handleSilence(ping, nowNanos);
                case Task.ProbeTask probe -> measuring.handleSilence(probe, nowNanos);
                case Task.MeasureTask measure -> measure.by().silent(measure, nowNanos);
                case Task.HelpTask help -> help.round().settle(false, nowNanos);
                case Task.FavourTask favour -> pinging.handleFavourSilence(favour);
            }
        }
        membership.handleTimeout(nowNanos);
        attachments.handleTimeout(nowNanos);
    }

    public Optional<Outgoing> pollOutput() {
        return local.outbox().poll();
    }

    /// When [#handleTimeout] wants to be called; `Long.MAX_VALUE` for never.
    public long nextDeadlineNanos() {
        return Math.min(
                local.pending().nextDeadlineNanos(),
                Math.min(membership.nextDeadlineNanos(), attachments.nextDeadlineNanos()));
    }

    /// What it has to give from now on.
    public void offer(Offer offer) {
        local.self(local.self().offering(offer));
    }

    public Contact self() {
        return local.self();
    }

    /// The next member that it knew and has found dead.
    public Optional<Contact> pollLost() {
        return membership.pollLost();
    }

    /// The live members that it knows, the nearest first.
    public List<Known> known() {
        List<Known> known = new ArrayList<>();
        for (RingMember member : membership.members()) {
            if (!member.isSuspect()) {
                known.add(new Known(member.contact(), member.rttMillis()));
            }
        }
        known.sort(Comparator.comparingDouble(Known::rttMillis));
        return known;
    }
}
