package org.fastsend.overlay.select;

import java.util.Optional;
import org.fastsend.core.channel.RelayAddress;

/// A target of the running stripe, as the watch over it knows it. Not thread-safe.
final class Lane {
    private final int target;
    private final Optional<RelayAddress> relay;
    private final long upNanos;
    private final Trace trace = new Trace();
    private boolean resting;
    private boolean redundant;
    private int rests;
    private long restedNanos;
    private int tests;
    private int disturbedTests;
    private long lastTestNanos;
    private int suspicions;

    /// @param relay empty for the receiver itself
    Lane(int target, Optional<RelayAddress> relay, long upNanos) {
        this.target = target;
        this.relay = relay;
        this.upNanos = upNanos;
    }

    int target() {
        return target;
    }

    Optional<RelayAddress> relay() {
        return relay;
    }

    boolean isReceiver() {
        return relay.isEmpty();
    }

    Trace trace() {
        return trace;
    }

    long ageNanos(long nowNanos) {
        return nowNanos - upNanos;
    }

    boolean isResting() {
        return resting;
    }

    /// @param forGood nothing is gained by using it again, as long as others are there
    void rest(long nowNanos, boolean forGood) {
        resting = true;
        redundant = forGood;
        rests++;
        restedNanos = nowNanos;
    }

    void wake() {
        resting = false;
    }

    /// Whether it rests because others do as well without it.
    boolean isRedundant() {
        return resting && redundant;
    }

    int rests() {
        return rests;
    }

    long restedNanos() {
        return restedNanos;
    }

    /// How often it was held to see what others do without it.
    int tests() {
        return tests;
    }

    long lastTestNanos() {
        return lastTestNanos;
    }

    void tested(long nowNanos) {
        tests++;
        lastTestNanos = nowNanos;
    }

    /// How many tests of it told nothing.
    int disturbedTests() {
        return disturbedTests;
    }

    void testDisturbed() {
        disturbedTests++;
    }

    /// How many tests in a row found others faster without it.
    int suspicions() {
        return suspicions;
    }

    /// Whether it was tested, and no suspicion remains.
    boolean isCleared() {
        return tests > 0 && suspicions == 0;
    }

    void suspect(boolean again) {
        suspicions = again ? suspicions + 1 : 0;
    }
}
