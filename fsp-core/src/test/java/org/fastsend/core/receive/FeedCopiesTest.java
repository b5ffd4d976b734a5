package org.fastsend.core.receive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FeedEntry;
import org.junit.jupiter.api.Test;

/// Copies of one manifest of which some hang, fail, or give only a part.
class FeedCopiesTest {
    private static final int ENTRIES = 10;
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration NEVER = Duration.ofDays(1);

    private final List<Long> read = new ArrayList<>();
    private final CountDownLatch interrupted = new CountDownLatch(1);

    private interface Body {
        void follow(long from, Predicate<FeedEntry> entries) throws InterruptedException;
    }

    private static FeedSource copy(Body body) {
        return new FeedSource() {
            @Override
            public String name() {
                return "copy";
            }

            @Override
            public void follow(long fromSequence, Predicate<FeedEntry> entries) throws InterruptedException {
                body.follow(fromSequence, entries);
            }
        };
    }

    private FeedSource hanging() {
        return copy((_, _) -> {
            try {
                new CountDownLatch(1).await();
            } finally {
                interrupted.countDown();
            }
        });
    }

    /// Gives so many entries and fails if more are wanted.
    private static FeedSource giving(int count) {
        return copy((from, entries) -> {
            for (long sequence = from; sequence < count; sequence++) {
                if (!entries.test(new FeedEntry(sequence, FeedEntry.Kind.SEALED, new byte[1]))) {
                    return;
                }
            }
            throw new FspException(ErrorCode.RELAY_FAILED, "no more than " + count);
        });
    }

    private void follow(Duration headStart, FeedSource... copies) throws InterruptedException {
        new FeedCopies(List.of(copies), headStart).follow(0, this::take);
    }

    private boolean take(FeedEntry entry) {
        if (entry.sequence() == read.size()) {
            read.add(entry.sequence());
        }
        return read.size() < ENTRIES;
    }

    @Test
    void aCopyThatHangsGetsCompanyAndIsLeft() throws InterruptedException {
        follow(AT_ONCE, hanging(), giving(ENTRIES));
        assertEquals(ENTRIES, read.size());
        interrupted.await();
    }

    @Test
    void oneThatAnswersIsAskedAlone() throws InterruptedException {
        follow(NEVER, giving(ENTRIES), copy((_, _) -> {
            throw new AssertionError("nobody should ask here");
        }));
        assertEquals(ENTRIES, read.size());
    }

    @Test
    void oneThatBreaksOffIsFollowedByTheNext() throws InterruptedException {
        follow(NEVER, giving(3), giving(0), giving(ENTRIES));
        assertEquals(ENTRIES, read.size());
    }

    @Test
    void whereNoneGoesToTheEndTheLastReasonIsGiven() {
        FspException failure = assertThrows(FspException.class, () -> follow(NEVER, giving(3), giving(5)));
        assertEquals(5, read.size());
        assertTrue(failure.getMessage().contains("no more than 5"), failure.getMessage());
    }

    @Test
    void whereNobodyCanBeReachedThatIsTheReasonAndTheLastOneIsNamed() {
        FeedSource away = copy((_, _) -> {
            throw new FspException(ErrorCode.CONNECT_REFUSED, "r2:4377 refuses the connection");
        });
        FspException failure = assertThrows(FspException.class, () -> follow(NEVER, away, away));
        assertEquals(ErrorCode.RELAY_FAILED, failure.code());
        assertEquals(
                "no relay that has the manifest can be reached (last: r2:4377 refuses the connection)",
                failure.getMessage());
        FspException reached = assertThrows(FspException.class, () -> follow(NEVER, giving(0), away));
        assertEquals(ErrorCode.CONNECT_REFUSED, reached.code(), "one of them was");
    }

    @Test
    void aTicketWithoutCopiesFailsAtOnce() {
        assertThrows(FspException.class, () -> follow(NEVER));
    }
}
