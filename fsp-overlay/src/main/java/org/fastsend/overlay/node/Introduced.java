package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.member.Liveness;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.ring.Roster;

/// Members that a node has heard of and may yet measure: those who by their coordinates should find a place in its
/// roster. Nobody is taken twice within some minutes, whether it found one or not, and on one member's word only so
/// many: whom it makes up is called, too. Not thread-safe.
final class Introduced {
    private static final int MOST_WAITING = 64;
    private static final int MOST_TAKEN = 256;
    private static final long TAKEN_NANOS = 300 * Local.SECOND;
    /// A prediction may be that wrong and its member still worth measuring.
    private static final float DOUBT = 0.8f;

    /// Taken up from one member at once, and then so many a second.
    private static final double NAMED_BURST = MOST_WAITING;

    private static final double NAMED_PER_SECOND = 1;

    private final Local local;
    private final Roster roster;
    private final Liveness liveness;
    private final Throttle named = new Throttle(NAMED_BURST, NAMED_PER_SECOND);
    private final Map<Long, Contact> waiting = new LinkedHashMap<>();
    private final Map<Long, Long> takenNanos = new LinkedHashMap<>();

    Introduced(Local local, Roster roster, Liveness liveness) {
        this.local = local;
        this.roster = roster;
        this.liveness = liveness;
    }

    /// Somebody was named.
    ///
    /// @param by the member that named it
    void hear(Contact contact, long by, long nowNanos) {
        if (isNews(contact, nowNanos)
                && roster.wants(contact, DOUBT * expectedMillis(contact))
                && waiting.size() < MOST_WAITING
                && (waiting.containsKey(contact.id()) || named.admit(by, nowNanos))) {
            waiting.put(contact.id(), contact);
        }
    }

    private boolean isNews(Contact contact, long nowNanos) {
        Long taken = takenNanos.get(contact.id());
        return !roster.holds(contact.id())
                && !local.isSelf(contact)
                && !liveness.isBuried(contact)
                && (taken == null || nowNanos - taken >= TAKEN_NANOS);
    }

    /// Those to measure now, the nearest first.
    List<Contact> take(int most, long nowNanos) {
        List<Expected> inOrder = new ArrayList<>(waiting.size());
        waiting.values().forEach(contact -> inOrder.add(new Expected(contact, expectedMillis(contact))));
        inOrder.sort(Comparator.comparingDouble(Expected::millis));
        List<Contact> next = inOrder.stream().limit(most).map(Expected::contact).toList();
        next.forEach(contact -> taken(contact.id(), nowNanos));
        return next;
    }

    private record Expected(Contact contact, float millis) {}

    /// It is measured even if nothing about it is of use here: whoever looks for it has to find it through somebody.
    Optional<Contact> takeAnyway(Contact contact, long nowNanos) {
        if (!isNews(contact, nowNanos)) {
            return Optional.empty();
        }
        taken(contact.id(), nowNanos);
        return Optional.of(contact);
    }

    private void taken(long id, long nowNanos) {
        waiting.remove(id);
        takenNanos.remove(id);
        takenNanos.put(id, nowNanos);
        if (takenNanos.size() > MOST_TAKEN) {
            takenNanos.remove(takenNanos.keySet().iterator().next());
        }
    }

    private float expectedMillis(Contact contact) {
        return contact.coordinate().isKnown() && local.self().coordinate().isKnown()
                ? contact.coordinate().hopefulMillisTo(local.self().coordinate())
                : 0;
    }
}
