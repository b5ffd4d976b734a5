package org.fastsend.core.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.junit.jupiter.api.Test;

class WorkplaceTest {
    private static final int MIB = 1 << 20;

    private final Buffers memory = new Buffers(16 * MIB);

    @Test
    void aTransferThatHoldsAllItGetsLeavesMemoryToTheNextUntilItHasEnded() throws TrustException {
        Workplace server = server();
        Workplace stuck = server.part();
        while (stuck.buffers().tryTake(MIB).isPresent()) {}
        assertEquals(stuck.memoryBytes(), stuck.buffers().lentBytes());
        Workplace next = server.part();
        assertTrue(next.buffers().tryTake(4 * MIB).isPresent());
        stuck.buffers().abandon();
        assertEquals(4 * MIB, memory.lentBytes());
    }

    private Workplace server() throws TrustException {
        SystemEpochClock clock = new SystemEpochClock();
        Authority authority = Authority.create("test", clock);
        return new Workplace(
                authority.issue(Role.SERVER, "server", List.of()),
                new Federation(authority.certificate(), clock),
                memory,
                16 * MIB,
                new SystemNanoClock(),
                clock,
                Path.of(""));
    }
}
