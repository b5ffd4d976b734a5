package org.fastsend.overlay.net;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.overlay.message.Goal;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Offer;
import org.fastsend.overlay.select.Bounds;
import org.fastsend.overlay.select.Candidate;
import org.fastsend.overlay.select.GoodputBook;
import org.fastsend.overlay.select.RelaySet;
import org.fastsend.overlay.select.SetChoice;
import org.fastsend.overlay.select.StripeWatch;
import org.fastsend.overlay.select.Wish;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The relays of one stripe, asked of the overlay: those near the sender (and the receiver), of which the best set is
/// taken and watched over. Thread-safe.
public final class OverlayDirectory implements RelayDirectory {
    /// A limit that every host of the Internet is within, for a side that has none.
    private static final float ANYWHERE_MILLIS = 5000;
    private static final int MOST_REASONS = 3;
    /// A receiver whose process has just begun may be too busy to answer probes the first time.
    private static final int TIMES_ABOUT_RECEIVER = 2;
    private static final Logger LOG = LoggerFactory.getLogger(OverlayDirectory.class);

    private final OverlayClient overlay;
    private final GoodputBook book;
    private final Wish wish;
    private final Sides sides;
    private volatile @Nullable RelaySet chosen;

    /// Where a stripe goes from and to.
    ///
    /// @param sender [Endpoint#SELF] for this host; others have to answer probes
    /// @param receiver empty if it is unknown
    public record Sides(Endpoint sender, Optional<Receiver> receiver) {
        public static final Sides FROM_HERE = new Sides(Endpoint.SELF, Optional.empty());
    }

    /// @param book what was learnt of relays' goodput, and is learnt
    public OverlayDirectory(OverlayClient overlay, GoodputBook book, Wish wish, Sides sides) {
        this.overlay = overlay;
        this.book = book;
        this.wish = wish;
        this.sides = sides;
    }

    /// Chooses now. Blocks that the receiver takes meanwhile would stand in the way of the probes, and make everybody
    /// look far from it.
    void lookAhead() {
        chosen = choose();
    }

    @Override
    public List<RelayAddress> relays() {
        RelaySet set = chosen == null ? choose() : chosen;
        chosen = set;
        return set.chosen().stream().map(Candidate::address).toList();
    }

    private RelaySet choose() {
        RelaySet set = ask();
        set.verdicts().forEach(judged -> LOG.debug("{}: {}", judged.candidate().name(), judged.why()));
        if (set.chosen().isEmpty()) {
            throw new FspException(ErrorCode.NOT_ENOUGH_RELAYS, "no relay will do: " + reasons(set));
        }
        return set;
    }

    private static String reasons(RelaySet set) {
        return set.verdicts().stream()
                .limit(MOST_REASONS)
                .map(judged -> judged.candidate().name() + " " + judged.why())
                .collect(Collectors.joining("; "));
    }

    @Override
    public RelayChoice choice(boolean firstComeFirstServe) {
        RelaySet set = chosen;
        return set == null || !firstComeFirstServe
                ? RelayChoice.ALL
                : new FollowUp(
                        new StripeWatch(wish, set, book),
                        this::ask,
                        question -> Thread.ofVirtual().name("relays").start(question));
    }

    /// Every relay that the overlay names for this stripe, and what would be done with it.
    public RelaySet ask() {
        List<Candidate> candidates = new ArrayList<>();
        boolean loopback = true;
        for (Ranked ranked : answer()) {
            loopback &= address(ranked.contact()).isLoopbackAddress();
            candidates.add(candidate(ranked));
        }
        OptionalLong receiverSubnet = loopback || sides.receiver().isEmpty()
                ? OptionalLong.empty()
                : sides.receiver().get().ownSubnet();
        return new SetChoice(wish.withCaps(overlay.caps(loopback)), List.of(), receiverSubnet).choose(candidates);
    }

    private List<Ranked> answer() {
        Optional<Endpoint> probed = sides.receiver().flatMap(Receiver::probed);
        Query query = query(probed);
        for (int asked = 1; ; asked++) {
            try {
                return overlay.ask(query);
            } catch (FspException e) {
                if (probed.isEmpty() || e.code() != ErrorCode.CONNECTION_LOST) {
                    throw e;
                }
                if (asked == TIMES_ABOUT_RECEIVER) {
                    String also = "; or the receiver does not answer their probes at UDP " + probed.get();
                    throw new FspException(e.code(), e.getMessage() + also, e);
                }
                LOG.debug("asking once more about {}: {}", probed.get(), e.getMessage());
            }
        }
    }

    /// @param receiver if it answers probes
    private Query query(Optional<Endpoint> receiver) {
        Bounds bounds = wish.bounds();
        List<Goal> goals = new ArrayList<>();
        goals.add(new Goal(sides.sender(), limit(bounds.senderMillis())));
        receiver.ifPresent(host -> goals.add(new Goal(host, limit(bounds.receiverMillis()))));
        boolean anywhere = bounds.senderMillis() == Double.POSITIVE_INFINITY
                && bounds.receiverMillis() == Double.POSITIVE_INFINITY;
        if (receiver.isPresent() && bounds.preference() == Bounds.Preference.MIDDLE && anywhere) {
            return Query.centralLeader(goals.stream().map(Goal::target).toList(), Query.MAX_WANTED);
        }
        return anywhere ? Query.closest(sides.sender(), Query.MAX_WANTED) : Query.constraints(goals, Query.MAX_WANTED);
    }

    private static float limit(double millis) {
        return millis == Double.POSITIVE_INFINITY ? ANYWHERE_MILLIS : (float) millis;
    }

    private Candidate candidate(Ranked ranked) {
        Contact contact = ranked.contact();
        List<Float> rtt = ranked.rttMillis();
        Offer offer = contact.offer();
        return new Candidate(
                contact.id(),
                contact.endpoint().toString(),
                new RelayAddress(
                        address(contact).getHostAddress(), contact.endpoint().port()),
                new Candidate.Distance(
                        rtt.isEmpty() ? Double.NaN : rtt.get(0), rtt.size() < 2 ? Double.NaN : rtt.get(1)),
                new Candidate.Site(contact.operator(), contact.endpoint().subnet()),
                contact.isPublic(),
                new Candidate.Claim(offer.roomBytes().orElse(Long.MAX_VALUE), offer.bitsPerSecond() / 8.0),
                book.bytesPerSecond(contact.id()));
    }

    private static InetAddress address(Contact contact) {
        return contact.endpoint().toSocketAddress().getAddress();
    }
}
