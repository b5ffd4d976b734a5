package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;

/// Who of those that a search has measured is named: the best, and some more than were wanted, who may have
/// reported too much. Whoever is not believed comes late, and may still prove to be the best. Who has misled the search
/// is named only where nobody else was found. Stateless.
final class Finalists {
    /// Members named beyond those wanted.
    private static final int SPARE = 3;
    /// So many of these may be such who are not believed.
    private static final int DOUBTED = 2;

    private Finalists() {}

    /// @param measured the best first
    /// @param unbelieved who may well say what is not true
    static List<Ranked> of(Query query, List<Prospect> measured, Predicate<Prospect> unbelieved, Caps caps) {
        List<Prospect> honest = new ArrayList<>();
        List<Prospect> doubted = new ArrayList<>();
        List<Prospect> exposed = new ArrayList<>();
        for (Prospect prospect : measured) {
            (prospect.isExposed() ? exposed : unbelieved.test(prospect) ? doubted : honest).add(prospect);
        }
        doubted.sort(
                Comparator.comparing(Prospect::isConfirmed).thenComparingDouble(p -> query.scoreMillis(p.rttMillis())));
        int most = Math.min(Query.MAX_WANTED, query.wanted() + SPARE);
        int spared = Math.min(DOUBTED, doubted.size());
        int first = Math.min(honest.size(), most - spared);
        List<Prospect> order = new ArrayList<>(honest.subList(0, first));
        order.addAll(doubted.subList(0, spared));
        order.addAll(honest.subList(first, honest.size()));
        order.addAll(doubted.subList(spared, doubted.size()));
        order.addAll(exposed);
        List<Ranked> ranked = new ArrayList<>();
        List<Contact> named = new ArrayList<>();
        for (Prospect prospect : order) {
            if (ranked.size() < most && caps.admits(named, prospect.contact())) {
                named.add(prospect.contact());
                ranked.add(prospect.ranked());
            }
        }
        return ranked;
    }
}
