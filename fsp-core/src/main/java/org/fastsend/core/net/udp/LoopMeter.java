package org.fastsend.core.net.udp;

import java.util.OptionalLong;
import java.util.function.Supplier;

/// Which part of one processor a loop takes, a tenth of a second at a time. Where the system tells,
/// that is the time that its thread was on a processor, without what it only span for: a host that
/// has others run instead is no reason for more threads. Elsewhere it is the time in which it did
/// not wait. One thread measures, any reads.
final class LoopMeter {
    static final long SPAN_NANOS = 100_000_000;

    private final Supplier<OptionalLong> onProcessor;
    private long begunNanos = Long.MIN_VALUE;
    private OptionalLong begunOnProcessor = OptionalLong.empty();
    private long waitedNanos;
    private long spunNanos;
    private volatile double busy;

    /// @param onProcessor how long the loop's thread has been on a processor, in nanoseconds; asked
    ///     by the loop
    LoopMeter(Supplier<OptionalLong> onProcessor) {
        this.onProcessor = onProcessor;
    }

    /// The loop begins another turn.
    void look(long nowNanos) {
        if (begunNanos == Long.MIN_VALUE) {
            begin(nowNanos, onProcessor.get());
        } else if (nowNanos - begunNanos >= SPAN_NANOS) {
            OptionalLong now = onProcessor.get();
            long span = nowNanos - begunNanos;
            long worked = now.isPresent() && begunOnProcessor.isPresent()
                    ? now.getAsLong() - begunOnProcessor.getAsLong() - spunNanos
                    : span - waitedNanos - spunNanos;
            busy = Math.clamp((double) worked / span, 0, 1);
            begin(nowNanos, now);
        }
    }

    /// It slept for so long.
    void waited(long nanos) {
        waitedNanos += nanos;
    }

    /// It was awake for so long only because it is not worth while to sleep.
    void spun(long nanos) {
        spunNanos += nanos;
    }

    /// The part of a processor that it took the last time, 0 to 1.
    double busy() {
        return busy;
    }

    private void begin(long nowNanos, OptionalLong processor) {
        begunNanos = nowNanos;
        begunOnProcessor = processor;
        waitedNanos = 0;
        spunNanos = 0;
    }
}
