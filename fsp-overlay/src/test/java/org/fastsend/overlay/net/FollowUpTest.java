package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.overlay.select.Candidate;
import org.fastsend.overlay.select.GoodputBook;
import org.fastsend.overlay.select.RelaySet;
import org.fastsend.overlay.select.StripeWatch;
import org.fastsend.overlay.select.Wish;
import org.junit.jupiter.api.Test;

class FollowUpTest {
    private static final RelayChoice.Work WORK = new RelayChoice.Work(0, 1 << 30);

    private final Queue<Runnable> questions = new ArrayDeque<>();
    private final StripeWatch watch =
            new StripeWatch(Wish.ANY, new RelaySet(List.of(relay("r1")), List.of(), List.of()), new GoodputBook());

    @Test
    void theOverlayIsAskedOnceAMinute() {
        FollowUp stripe = new FollowUp(watch, () -> new RelaySet(List.of(), List.of(), List.of()), questions::add);
        up(stripe);

        sample(stripe, 5);
        sample(stripe, 5 + 59);
        assertEquals(0, questions.size(), "it was asked when the stripe began");
        sample(stripe, 5 + 60);
        sample(stripe, 5 + 130);
        assertEquals(1, questions.size(), "one question at a time");
        questions.remove().run();
        sample(stripe, 5 + 131);
        assertEquals(1, questions.size());
    }

    @Test
    void aStripeThatLacksARelayAsksSoonerAndTakesTheOneThatIsNamed() {
        RelaySet found = new RelaySet(List.of(relay("r2")), List.of(), List.of());
        FollowUp stripe = new FollowUp(watch, () -> found, questions::add);
        up(stripe);
        sample(stripe, 1);
        stripe.handleDown(2_000_000_000L, 0);

        sample(stripe, 11);
        questions.remove().run();
        sample(stripe, 12);

        Optional<RelayChoice.Decision> decision = stripe.poll(12_000_000_000L);
        assertTrue(
                decision.orElseThrow() instanceof RelayChoice.Decision.Add(RelayAddress relay, String _)
                        && relay.host().equals("r2"),
                decision.toString());
    }

    @Test
    void anOverlayThatDoesNotAnswerIsAskedAgain() {
        FollowUp stripe = new FollowUp(
                watch,
                () -> {
                    throw new FspException(ErrorCode.CONNECTION_LOST, "nobody is there");
                },
                questions::add);
        up(stripe);
        sample(stripe, 1);
        sample(stripe, 61);
        questions.remove().run();
        sample(stripe, 121);

        assertEquals(1, questions.size());
        assertEquals(Optional.empty(), stripe.poll(0));
    }

    private static void up(FollowUp stripe) {
        stripe.handleUp(0, 0, Optional.of(relay("r1").address()));
    }

    private static void sample(FollowUp stripe, long seconds) {
        stripe.handleSamples(seconds * 1_000_000_000, WORK, List.of());
    }

    private static Candidate relay(String name) {
        return new Candidate(
                name.hashCode(),
                name,
                new RelayAddress(name, 4377),
                new Candidate.Distance(1, 1),
                new Candidate.Site(0, name.hashCode()),
                true,
                Candidate.Claim.NONE,
                1e6);
    }
}
