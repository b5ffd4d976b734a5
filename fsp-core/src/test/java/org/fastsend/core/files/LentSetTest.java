package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LentSetTest {
    private final List<String> closed = new ArrayList<>();
    private final LentSet<String, Thing> set = new LentSet<>(2, Thing::new);

    private final class Thing implements Closeable {
        private final String name;

        Thing(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            closed.add(name);
        }
    }

    @Test
    void aThingIsOpenedOnceAndLentAgain() throws Exception {
        Thing first = use("a");
        assertSame(first, use("a"));
        assertEquals(List.of(), closed);
    }

    @Test
    void theOneUsedLongestAgoIsClosedWhenThereAreTooMany() throws Exception {
        Thing a = use("a");
        use("b");
        assertSame(a, use("a"));
        use("c");
        assertEquals(List.of("b"), closed);
    }

    @Test
    void whatIsLentStaysOpen() throws Exception {
        try (LentSet.Loan<Thing> a = set.lend("a")) {
            use("b");
            use("c");
            use("d");
            assertEquals(List.of("b", "c"), closed);
            assertEquals("a", a.value().name);
        }
        assertEquals(List.of("b", "c"), closed);
    }

    @Test
    void whatIsForgottenIsClosedWhenItComesBackAndOpenedAnew() throws Exception {
        Thing first;
        try (LentSet.Loan<Thing> loan = set.lend("a")) {
            first = loan.value();
            set.forget("a");
            assertEquals(List.of(), closed);
        }
        assertEquals(List.of("a"), closed);
        assertNotSame(first, use("a"));
    }

    @Test
    void closingTheSetClosesWhatNobodyUses() throws Exception {
        use("a");
        LentSet.Loan<Thing> b = set.lend("b");
        set.close();
        assertEquals(List.of("a"), closed);
        b.close();
        assertEquals(List.of("a", "b"), closed);
    }

    private Thing use(String name) throws Exception {
        try (LentSet.Loan<Thing> loan = set.lend(name)) {
            return loan.value();
        }
    }
}
