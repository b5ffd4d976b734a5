package org.fastsend.core.net.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How long the thread that asks has been on a processor. For one thread.
public final class ThreadTime {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadTime.class);
    private static final int CLOCK_THREAD_CPUTIME_ID = 3;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final MemorySegment state = Arena.ofAuto().allocate(LinuxCalls.STATE);
    private final MemorySegment time = Arena.ofAuto().allocate(2L * Long.BYTES, Long.BYTES);
    private boolean untold = !LinuxCalls.areAvailable();

    /// In user and system mode; empty where it cannot be told.
    public OptionalLong nanos() {
        if (untold) {
            return OptionalLong.empty();
        }
        try {
            if (LinuxCalls.clockGettime(state, CLOCK_THREAD_CPUTIME_ID, time) >= 0) {
                return OptionalLong.of(time.get(ValueLayout.JAVA_LONG, 0) * NANOS_PER_SECOND
                        + time.get(ValueLayout.JAVA_LONG, Long.BYTES));
            }
        } catch (IOException e) {
            LOG.debug("the kernel does not tell how long a thread has run", e);
        }
        untold = true;
        return OptionalLong.empty();
    }
}
