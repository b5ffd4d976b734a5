package org.fastsend.client.bench;

import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.net.Carriage;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.TrustException;

/// One end of a path test. It is nobody in particular: its key is made for the run, and its federation has no other
/// member, so that nothing but a path test can be done with it.
record BenchEnd(LocalEnd local, Buffers buffers) {
    private static final long BUFFER_BYTES = 256L << 20;

    static BenchEnd of(Carriage carriage) {
        SystemEpochClock clock = new SystemEpochClock();
        Buffers buffers = new Buffers(BUFFER_BYTES);
        try {
            Federation nobody =
                    new Federation(Authority.create("path-test", clock).certificate(), clock);
            LocalEnd local = LocalEnd.of(Identity.ephemeral(), nobody, buffers, clock, new SecureRandom())
                    .with(carriage);
            return new BenchEnd(local, buffers);
        } catch (TrustException e) {
            throw new IllegalStateException("an authority made here is good", e);
        }
    }

    /// CPU time that this process has taken so far.
    static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? Math.max(0, system.getProcessCpuTime())
                : 0;
    }
}
