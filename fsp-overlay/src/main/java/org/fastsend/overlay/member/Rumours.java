package org.fastsend.overlay.member;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.overlay.message.Rumour;

/// What a node has heard or found out about members lately, told along with pings; each rumour a number of times, the
/// least told first. Bounded. Not thread-safe.
final class Rumours {
    private static final int MOST = 64;
    private static final int TELLINGS = 24;
    static final int AT_ONCE = 4;

    private static final class Telling {
        private final Rumour rumour;
        private int told;

        private Telling(Rumour rumour) {
            this.rumour = rumour;
        }
    }

    private final Map<Long, Telling> byMember = new LinkedHashMap<>();

    /// Replaces what was told about this member before.
    void spread(Rumour rumour) {
        byMember.remove(rumour.id());
        byMember.put(rumour.id(), new Telling(rumour));
        if (byMember.size() > MOST) {
            byMember.remove(byMember.keySet().iterator().next());
        }
    }

    /// Whether this is news.
    boolean isNew(Rumour rumour) {
        Telling known = byMember.get(rumour.id());
        return known == null || !known.rumour.equals(rumour);
    }

    /// @param most to be told at once
    List<Rumour> next(int most) {
        if (byMember.isEmpty()) {
            return List.of();
        }
        List<Telling> tellings = new ArrayList<>(byMember.values());
        tellings.sort(Comparator.comparingInt(t -> t.told));
        List<Rumour> next = new ArrayList<>();
        for (Telling telling : tellings.subList(0, Math.min(most, tellings.size()))) {
            next.add(telling.rumour);
            telling.told++;
            if (telling.told >= TELLINGS) {
                byMember.remove(telling.rumour.id());
            }
        }
        return next;
    }
}
