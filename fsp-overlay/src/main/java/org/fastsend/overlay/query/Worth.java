package org.fastsend.overlay.query;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Query;

/// Who of a search's prospects is worth a probe, given what was found so far and how wrong predictions
/// were: the part of it that decides, and changes nothing. Not thread-safe.
final class Worth {
    /// A closest member is sought until so many more are certain.
    private static final int BEYOND = 3;

    private static final int BEYOND_AMONG_LIARS = 6;

    private static final int HOPED_BEYOND = 2;

    private static final double NANOS_PER_MILLI = 1e6;

    private static final int DESCENT_WIDTH = 3;
    private static final int SWEEP_WIDTH = 8;
    /// From so many members on it is ever wider.
    private static final int LONG = 16;
    /// Who lies so far from an asker that measures for itself takes long to answer: so many times as far, so many
    /// times as wide.
    private static final double FAR_MILLIS = 200;

    /// What somebody counts who is too late to matter, and may answer yet.
    private static final double TOO_LATE_COUNTS = 0.5;

    /// Who lies so much farther than another answers when a search around that one is mostly over.
    private static final double BEHIND_MILLIS = 500;

    /// A prospect that promises less than that share of the best found is a step down, not a neighbour.
    private static final double DESCENT = 0.6;

    private static final double NEIGHBOUR = 2;

    /// One in so many is asked in the hope that it shares a site with the target; fewer where near enough will do.
    private static final int HOPEFUL_EVERY = 2;

    private static final int HOPEFUL_EVERY_FOR_CONSTRAINTS = 3;

    /// That hope is worth a probe if it promises that share of what was found.
    private static final double HOPE = 0.85;

    /// How much better than predicted a prospect may be: at least, and at most, however bad the predictions were so
    /// far.
    private static final double LEAST_DOUBT = 0.28;

    private static final double MOST_DOUBT = 0.5;
    /// No prediction is better than that.
    private static final double DOUBT_MILLIS = 2;

    private final Query query;
    private final Collection<Prospect> prospects;
    private final List<Prospect> measured;
    private final Forecast forecast;
    private final Hope hope;

    /// Who is to be asked.
    ///
    /// @param inHope whether because it may share a link with the target
    record Next(Prospect prospect, boolean inHope) {}

    /// @param prospects everybody who was named; a view
    /// @param measured those of them that were measured, the best first; a view
    Worth(Query query, Collection<Prospect> prospects, List<Prospect> measured, Forecast forecast, Hope hope) {
        this.query = query;
        this.prospects = prospects;
        this.measured = measured;
        this.forecast = forecast;
        this.hope = hope;
    }

    /// Mostly whoever is likely to lie best; every so often somebody who may share a site with a target.
    ///
    /// @param asked members that were asked so far
    Optional<Next> next(int asked) {
        Prospect likely = null;
        Prospect hopeful = null;
        for (Prospect prospect : prospects) {
            if (prospect.state() == Prospect.State.NEW && !prospect.isHearsay()) {
                likely = likely == null || prospect.likelyTurn() < likely.likelyTurn() ? prospect : likely;
                boolean isSooner = hopeful == null || prospect.hopefulTurn() < hopeful.hopefulTurn();
                hopeful = isSooner && isHopedFor(prospect) ? prospect : hopeful;
            }
        }
        int every = query.kind() == Query.Kind.CONSTRAINTS ? HOPEFUL_EVERY_FOR_CONSTRAINTS : HOPEFUL_EVERY;
        boolean isHopesTurn = hopeful != null && asked % every == 0;
        if (likely != null && !isHopesTurn && mayBeBetter(likely)) {
            return Optional.of(new Next(likely, false));
        }
        return Optional.ofNullable(hopeful).map(prospect -> new Next(prospect, true));
    }

    /// Whether it may beat what was found, guesses being as wrong as they were so far; while constraints are not met,
    /// anybody may.
    private boolean mayBeBetter(Prospect prospect) {
        if (query.kind() == Query.Kind.CONSTRAINTS) {
            return isUnmet();
        }
        // What everybody has to cross, the target's own access link, is not in doubt.
        double own = Math.min(forecast.height(), prospect.likely());
        double doubt = Math.clamp(forecast.error(), LEAST_DOUBT, MOST_DOUBT);
        return own + (prospect.likely() - own) * (1 - doubt) - DOUBT_MILLIS < bestScore(sought());
    }

    /// Whether it may beat what was found by sharing a link with the target.
    private boolean mayShare(Prospect prospect) {
        return query.kind() == Query.Kind.CONSTRAINTS ? isUnmet() : prospect.hopeful() < HOPE * bestScore(hopedFor());
    }

    /// Whether that is still worth a probe. While constraints are not met, it is.
    private boolean isHopedFor(Prospect prospect) {
        double best = bestScore(hopedFor());
        return mayShare(prospect)
                && (query.kind() == Query.Kind.CONSTRAINTS
                        || hope.isIn(prospect.likely() / best, prospect.hopeful() / best));
    }

    /// Whether nobody who is sought meets the constraints yet.
    private boolean isUnmet() {
        return bestScore(sought()) > 0;
    }

    /// Whether anybody who was asked may still change what is found: by its own measurement, by those that it names, or
    /// by proving that those who named it speak true.
    boolean isAnybodyAwaited(long nowNanos) {
        return prospects.stream().anyMatch(prospect -> isAwaited(prospect, nowNanos))
                || (prospects.stream().anyMatch(prospect -> isOnItsWay(prospect, nowNanos)) && isHoldingBack());
    }

    private boolean isOnItsWay(Prospect prospect, long nowNanos) {
        return prospect.isAsked() && !prospect.isLate() && !isTooLate(prospect, nowNanos);
    }

    /// Whether a member that the asker itself measures lies too far off to matter, as it has not answered within
    /// the time that those take which were found.
    private boolean isTooLate(Prospect prospect, long nowNanos) {
        return prospect.isAsked() && nowNanos >= tooLateNanos(prospect);
    }

    private long tooLateNanos(Prospect prospect) {
        boolean tells = query.isClosestToAsker() && prospect.contact().isPublic();
        double best = bestScore(sought());
        boolean isToBeAskedAgain = !prospect.isLate() && mayHaveBeenLost(prospect);
        return tells && !isToBeAskedAgain && best < Double.POSITIVE_INFINITY
                ? prospect.askedNanos() + (long) (best * NANOS_PER_MILLI) + 1
                : Long.MAX_VALUE;
    }

    /// When the next one who is waited for will be too late to matter; `Long.MAX_VALUE` for never.
    long nextDeadlineNanos(long nowNanos) {
        return prospects.stream()
                .filter(prospect -> prospect.isAsked() && mayMatter(prospect))
                .mapToLong(this::tooLateNanos)
                .filter(tooLateNanos -> tooLateNanos > nowNanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /// Whether the silence of somebody who was probed says no more than that a datagram was lost: of who should
    /// lie near, and of who has answered, asked for names meanwhile, within the time that those take which
    /// were found. Two datagrams are rarely lost: all others are taken to be far off.
    boolean mayHaveBeenLost(Prospect silent) {
        double best = bestScore(sought());
        return silent.likely() < best || silent.heardAfterNanos() <= best * NANOS_PER_MILLI;
    }

    /// Who was asked first mostly lies far away, and what was found meanwhile need not wait for it.
    private boolean isAwaited(Prospect prospect, long nowNanos) {
        return switch (prospect.state()) {
            case ASKED -> mayMatter(prospect) && !isTooLate(prospect, nowNanos);
            case ANSWERED -> prospect.isNaming() && !prospect.isLate() && isNeighbour(prospect);
            case NEW, SILENT -> false;
        };
    }

    /// Whether somebody who may change what is found is not asked only because too few of those whom the same members
    /// have named were found where they said: each that is found lets them vouch for more.
    private boolean isHoldingBack() {
        return prospects.stream()
                .anyMatch(prospect ->
                        prospect.state() == Prospect.State.NEW && prospect.isHearsay() && mayMatter(prospect));
    }

    private boolean mayMatter(Prospect prospect) {
        return prospect.likely() < Double.POSITIVE_INFINITY && (mayBeBetter(prospect) || mayShare(prospect));
    }

    /// Whether one more may be asked now. Few are while each answer may change the order; the longer a search lasts the
    /// less the order matters.
    ///
    /// @param next whoever is to be asked
    /// @param outstanding members that were asked and are not done with
    boolean hasRoom(Prospect next, int asked, int outstanding, long nowNanos) {
        int width =
                next.likely() < DESCENT * bestScore(1) ? DESCENT_WIDTH : SWEEP_WIDTH + Math.max(0, asked - LONG) / 2;
        double wider = query.isClosestToAsker() ? Math.max(1, next.likely() / FAR_MILLIS) : 1;
        double freed = prospects.stream()
                .filter(Prospect::isAsked)
                .mapToDouble(prospect -> frees(prospect, next, nowNanos))
                .sum();
        return outstanding - freed < width * wider;
    }

    /// How much of its room somebody who was asked leaves to the next: all of it if its answer comes when the
    /// next one's neighbourhood was searched long ago.
    private double frees(Prospect prospect, Prospect next, long nowNanos) {
        if (query.isClosestToAsker() && isBehind(prospect, next)) {
            return 1;
        }
        return isTooLate(prospect, nowNanos) ? 1 - TOO_LATE_COUNTS : 0;
    }

    private static boolean isBehind(Prospect prospect, Prospect next) {
        return prospect.likely() < Double.POSITIVE_INFINITY && prospect.likely() > next.likely() + BEHIND_MILLIS;
    }

    /// Those next to the best are looked for too: whoever could be one of them may well be the best.
    /// Constraints are met or not; but where somebody seems to lie, only who was measured by everybody that it
    /// is to be near is enough. Where members were exposed fewer are left to name those next to the best.
    int sought() {
        int beyond = isAmongLiars() ? BEYOND_AMONG_LIARS : BEYOND;
        boolean believed = measured.stream().noneMatch(Prospect::isDoubted)
                || measured.stream().limit(query.wanted()).allMatch(Prospect::isCertain);
        return query.kind() == Query.Kind.CONSTRAINTS && believed ? query.wanted() : query.wanted() + beyond;
    }

    private boolean isAmongLiars() {
        return measured.stream().anyMatch(Prospect::isExposed);
    }

    /// Whoever may share a site with the target is far better than others, or no better.
    private int hopedFor() {
        return Math.min(sought(), query.wanted() + HOPED_BEYOND);
    }

    /// Whether a member that was measured is one of as many as are wanted.
    boolean isBest(Prospect from) {
        return forecast.score(from) < bestScore(query.wanted());
    }

    /// The score of the n-th best that was measured and is to be trusted.
    private double bestScore(int n) {
        int seen = 0;
        for (Prospect prospect : measured) {
            seen += prospect.isExposed() ? 0 : 1;
            if (seen == n) {
                return forecast.score(prospect);
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /// Whether it lies near enough to those found to know their neighbours.
    boolean isNeighbour(Prospect from) {
        return query.scoreMillis(from.rttMillis()) <= NEIGHBOUR * bestScore(sought()) + DOUBT_MILLIS;
    }
}
