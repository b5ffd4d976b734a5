package org.fastsend.core.send;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.fastsend.core.sim.Seeds;
import org.junit.jupiter.api.Test;

class AuditTest {
    private static final int AT_ONCE = 64;

    @Test
    void whatIsThereAsAWholeIsAskedForInFewQuestions() {
        List<Integer> blocks = numbers(1_000);
        Audit audit = new Audit(blocks, AT_ONCE);

        assertEquals(16, run(audit, Set.copyOf(blocks)));
        assertEquals(blocks, audit.held());
    }

    @Test
    void ofWhatIsNotThereNothingIsHeld() {
        Audit audit = new Audit(numbers(1_000), AT_ONCE);

        assertEquals(16, run(audit, Set.of()));
        assertEquals(List.of(), audit.held());
        assertEquals(0, run(new Audit(List.of(), AT_ONCE), Set.of()));
    }

    @Test
    void aFewGapsAreFoundWhereverTheyAre() {
        Seeds.each(20, seed -> {
            Random random = new Random(seed);
            List<Integer> blocks = numbers(1 + random.nextInt(500));
            Set<Integer> there = new HashSet<>(blocks);
            int gaps = random.nextInt(10);
            for (int i = 0; i < gaps; i++) {
                there.remove(random.nextInt(blocks.size()));
            }
            Audit audit = new Audit(blocks, AT_ONCE);

            int questions = run(audit, there);

            assertEquals(blocks.stream().filter(there::contains).toList(), audit.held());
            // Six times by halves to a gap among 64, as often by doubles away from it, and a few at it.
            assertTrue(questions <= 8 + gaps * 16, questions + " questions for " + gaps + " gaps");
        });
    }

    /// Someone with a gap behind every block must not keep the sender busy for ever.
    @Test
    void whereGapsAreEverywhereItIsGivenUp() {
        List<Integer> blocks = numbers(1_000_000);
        Audit audit = new Audit(blocks, AT_ONCE);

        int questions = run(
                audit,
                new HashSet<>(blocks.stream().filter(number -> number % 2 == 0).toList()));

        assertTrue(questions < 5_000, questions + " questions");
        assertTrue(audit.held().stream().allMatch(number -> number % 2 == 0));
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    /// Answers every question and returns how many there were.
    private static int run(Audit audit, Set<Integer> there) {
        int questions = 0;
        for (List<Integer> asked = audit.question(); !asked.isEmpty(); asked = audit.question()) {
            assertTrue(asked.size() <= AT_ONCE);
            audit.handleAnswer(asked.stream().filter(there::contains).count());
            questions++;
        }
        return questions;
    }
}
