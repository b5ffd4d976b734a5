package org.fastsend.overlay.query;

import java.util.List;
import org.fastsend.overlay.message.Query;

/// What members say of themselves that ends a search if it is true: that they meet the constraints. It is looked into
/// ever more rarely, as most of those who lie are found out by then. Not thread-safe.
final class Claims {
    /// After so many members claims are looked into, and then whenever twice as many were asked.
    private static final int FIRST_CHECK = 24;

    private final Query query;
    private final List<Prospect> measured;
    private final Forecast forecast;
    private int checkAt = FIRST_CHECK;

    /// @param measured members that were measured; a view
    Claims(Query query, List<Prospect> measured, Forecast forecast) {
        this.query = query;
        this.measured = measured;
        this.forecast = forecast;
    }

    /// Whether it is time to look into them, and there are any.
    ///
    /// @param asked members that were asked so far
    boolean wantCheck(int asked) {
        return query.kind() == Query.Kind.CONSTRAINTS
                && asked >= checkAt
                && measured.stream().anyMatch(this::isClaim);
    }

    /// They are being looked into.
    void checked(int asked) {
        checkAt = Math.max(FIRST_CHECK, 2 * asked);
    }

    private boolean isClaim(Prospect prospect) {
        return !prospect.isConfirmed() && query.scoreMillis(prospect.rttMillis()) == 0;
    }

    /// Whether what others say speaks against what a member says.
    boolean isUnbelieved(Prospect prospect) {
        return prospect.isDoubted() || (isClaim(prospect) && forecast.score(prospect) > 0);
    }
}
