package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;

/// One query of the FSP overlay, at whoever asks. A few members that lie apart are measured first; that places the
/// targets. From then on whoever should lie best is measured, and names others, several at a time, until nobody is left
/// who could beat what was found, or the budget is spent. Coordinates only decide whom to ask; what counts is measured.
/// Sans-IO, not thread-safe.
public final class BeamSearch {
    private static final int LANDMARKS = 5;
    /// So many measurements place the targets, roughly; those that are still on their way do it better, and whom to ask
    /// meanwhile is chosen better than by chance.
    private static final int ENOUGH_TO_PLACE = 2;
    /// At most one in so many members is not where others said although nobody lies.
    private static final int STRAY_BY_CHANCE = 10;
    /// Members that whoever is asked may name.
    private static final int NAMED = 12;

    private final Query query;
    private final int budget;
    private final Map<Long, Prospect> prospects = new LinkedHashMap<>();
    private final List<Prospect> landmarks = new ArrayList<>();
    private final List<Prospect> measured = new ArrayList<>();
    private final Forecast forecast;
    private final Hope hope = new Hope();
    private final Worth worth;
    private final Claims claims;
    private int outstanding;
    private int asked;

    /// @param budget members that may be asked in vain; twice as many if they lie
    public BeamSearch(Query query, int budget) {
        this.query = query;
        this.budget = budget;
        forecast = new Forecast(query);
        worth = new Worth(query, prospects.values(), measured, forecast, hope);
        claims = new Claims(query, measured, forecast);
    }

    private Prospect prospect(Contact contact) {
        return prospects.computeIfAbsent(
                contact.id(), id -> new Prospect(contact, query.goals().size()));
    }

    /// A member that was known before the search has measured the targets, and named some around it. The first one
    /// begins the search.
    ///
    /// @param certain which of the times the asker has measured itself
    public void open(
            Contact opener, List<Float> rttMillis, List<Boolean> certain, List<Candidate> named, long nowNanos) {
        Prospect here = prospect(opener);
        if (here.state() != Prospect.State.NEW) {
            return;
        }
        boolean first = asked == 0;
        ask(here, nowNanos);
        hear(here, named);
        outstanding--;
        if (first) {
            pickLandmarks(here, rttMillis);
        }
        measured(here, rttMillis, certain);
    }

    private void pickLandmarks(Prospect here, List<Float> rttMillis) {
        List<Landmarks.Seen<Prospect>> seen = new ArrayList<>();
        for (Prospect prospect : prospects.values()) {
            if (prospect != here && !prospect.reports().isEmpty()) {
                seen.add(new Landmarks.Seen<>(
                        prospect,
                        prospect.contact(),
                        prospect.reports().getFirst().rttMillis()));
            }
        }
        landmarks.addAll(Landmarks.pick(seen, rttMillis, LANDMARKS - 1));
    }

    /// The next member to ask; empty while there is nothing to ask.
    public Optional<Contact> poll(long nowNanos) {
        while (!landmarks.isEmpty()) {
            Prospect landmark = landmarks.removeFirst();
            if (landmark.state() == Prospect.State.NEW) {
                return Optional.of(ask(landmark, nowNanos));
            }
        }
        if (!forecast.isMade() || isSpent()) {
            return Optional.empty();
        }
        return worth.next(asked)
                .filter(next -> worth.hasRoom(next.prospect(), asked, outstanding, nowNanos))
                .map(next -> ask(next, nowNanos));
    }

    /// Whether somebody who was asked and has not answered yet may change the result. Whoever is late is
    /// waited for only if it still promises something.
    private boolean isWaiting(long nowNanos) {
        if (!forecast.isMade() || measured.size() < worth.sought()) {
            return outstanding > 0;
        }
        return outstanding > 0 && worth.isAnybodyAwaited(nowNanos);
    }

    /// Members that lied do not count, nor do those that were not where others said once they are too many for chance,
    /// as long as they are not more than the others.
    private boolean isSpent() {
        long strays = measured.stream().filter(Prospect::hasMisled).count();
        boolean amongLiars = strays * STRAY_BY_CHANCE > asked;
        long wasted = measured.stream()
                .filter(member -> member.isDoubted() || !member.isPlaced() || (amongLiars && member.hasMisled()))
                .count();
        return asked - wasted >= budget || asked >= 2 * budget;
    }

    private Contact ask(Worth.Next next, long nowNanos) {
        if (next.inHope()) {
            hope.asked(next.prospect().id());
        }
        return ask(next.prospect(), nowNanos);
    }

    private Contact ask(Prospect prospect, long nowNanos) {
        prospect.asked(nowNanos);
        outstanding++;
        asked++;
        return prospect.contact();
    }

    /// Whether it is known where the targets lie, so that members can be told how far they should be.
    public boolean isPlaced() {
        return forecast.isMade();
    }

    /// What to ask the member that [#poll] named.
    ///
    /// @param told how far the targets are from it, NaN where it is to measure
    public Measure measure(long number, List<Float> told) {
        return new Measure(
                number,
                query.targets(),
                told,
                forecast.places(),
                forecast.isMade() ? forecast.limits() : List.of(),
                NAMED);
    }

    /// How far the targets are from a member that was asked; it is still to name others.
    ///
    /// @param certain which of the times the asker has measured itself
    public void handleTimes(long id, List<Float> rttMillis, List<Boolean> certain) {
        Prospect from = prospects.get(id);
        if (from != null
                && from.state() == Prospect.State.ASKED
                && rttMillis.size() == query.goals().size()) {
            from.naming(true);
            measured(from, rttMillis, certain);
        }
    }

    private void measured(Prospect from, List<Float> rttMillis, List<Boolean> certain) {
        double promised = from.likely();
        from.answered(rttMillis, certain);
        from.bearOut(from.hasMeasured() ? query.scoreMillis(from.rttMillis()) : 0, promised);
        if (from.hasMeasured()) {
            if (worth.isBest(from)) {
                hope.found(from.id());
            }
            measured.add(from);
            Witnesses.hear(measured);
            measured.sort(Comparator.comparingDouble(forecast::score));
        }
        placeTargets();
    }

    private void placeTargets() {
        if (landmarks.isEmpty() && (forecast.isMade() || outstanding == 0 || measured.size() >= ENOUGH_TO_PLACE)) {
            estimate();
        }
    }

    /// Whether somebody says that it meets the constraints: there is no need to go on if it proves true.
    public boolean wantsCheck() {
        return claims.wantCheck(asked);
    }

    /// Claims are being looked into.
    public void checked() {
        claims.checked(asked);
    }

    /// Whether it is worth asking a member that was measured to name others: whoever lies much farther than those found
    /// knows less about their neighbours than they do.
    public boolean wantsNamesOf(long id) {
        Prospect from = prospects.get(id);
        return from != null && (measured.size() <= 2 * LANDMARKS || worth.isNeighbour(from));
    }

    /// Whether a member is one of those that are sought, as far as is known.
    public boolean isAmongBest(long id) {
        return measured.stream().limit(worth.sought()).anyMatch(best -> best.id() == id);
    }

    /// A member has answered, and said where it lies.
    public void handlePlace(long id, Coordinate at, long nowNanos) {
        Prospect from = prospects.get(id);
        if (from == null) {
            return;
        }
        from.heard(nowNanos);
        if (at.isKnown()) {
            from.placed(at);
        }
    }

    /// A member has named others, or will not.
    public void handleNamed(long id, List<Candidate> named) {
        Prospect from = prospects.get(id);
        if (from != null && from.isNaming()) {
            from.naming(false);
            outstanding--;
            hear(from, named);
            placeTargets();
        }
    }

    /// A member has named others, and may name more: counts as soon as it was measured itself.
    public void handleSomeNamed(long id, List<Candidate> named) {
        Prospect from = prospects.get(id);
        if (from != null) {
            hear(from, named);
            placeTargets();
        }
    }

    private void hear(Prospect from, List<Candidate> named) {
        for (Candidate candidate : named) {
            if (candidate.contact().id() != from.id()) {
                prospect(candidate.contact()).reported(from, candidate.rttMillis());
            }
        }
    }

    /// It has not answered yet, and is asked again.
    public void handleLate(long id, long nowNanos) {
        Prospect late = prospects.get(id);
        if (late != null) {
            late.late();
            if (worth.mayHaveBeenLost(late)) {
                late.askedAgain(nowNanos);
            }
        }
    }

    /// It did not answer.
    public void handleSilent(long id) {
        Prospect silent = prospects.get(id);
        if (silent != null && silent.state() == Prospect.State.ASKED) {
            silent.silent();
            outstanding--;
            if (!forecast.isMade()) {
                placeTargets();
            }
        }
    }

    /// A member that was found has been measured again.
    ///
    /// @param certain which of the times are measured by the asker or the target
    public void handleConfirmed(long id, List<Float> rttMillis, List<Boolean> certain) {
        Prospect found = prospects.get(id);
        if (found != null && measured.contains(found)) {
            found.confirmed(rttMillis, certain);
            found.reconsider(query.scoreMillis(found.rttMillis()));
            Witnesses.hear(measured);
            placeTargets();
            measured.sort(Comparator.comparingDouble(forecast::score));
        }
    }

    /// A member that was found does not answer any more.
    public void handleGone(long id) {
        Prospect gone = prospects.get(id);
        if (gone != null) {
            gone.gone();
            measured.remove(gone);
        }
    }

    /// Where the asker is, as members see it: it may be a target.
    public void seenAt(Endpoint asker) {
        forecast.seenAt(asker);
    }

    /// When somebody who is waited for will be no more; `Long.MAX_VALUE` for never.
    public long nextDeadlineNanos(long nowNanos) {
        return forecast.isMade() ? worth.nextDeadlineNanos(nowNanos) : Long.MAX_VALUE;
    }

    public boolean isDone(long nowNanos) {
        return asked > 0
                && landmarks.isEmpty()
                && !isWaiting(nowNanos)
                && (!forecast.isMade() || isSpent() || worth.next(asked).isEmpty());
    }

    private void estimate() {
        if (measured.isEmpty()) {
            return;
        }
        forecast.make(measured);
        measured.sort(Comparator.comparingDouble(forecast::score));
        for (Prospect prospect : prospects.values()) {
            if (prospect.state() == Prospect.State.NEW || prospect.state() == Prospect.State.ASKED) {
                forecast.estimate(prospect);
            }
        }
    }

    /// How far it should be from a target; empty if the targets are not placed yet.
    public Optional<Float> expectedMillis(Contact contact, int goal) {
        return forecast.expectedMillis(contact, goal);
    }

    /// What was found, the best first: some more than wanted.
    public List<Ranked> result(Caps caps) {
        return Finalists.of(query, measured, claims::isUnbelieved, caps);
    }

    /// Members that had to be asked one after the other to come to know the best.
    public int hops() {
        return measured.isEmpty() ? 0 : measured.getFirst().depth();
    }
}
