package org.fastsend.overlay.net;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.error.FspException;
import org.fastsend.overlay.select.RelaySet;
import org.fastsend.overlay.select.StripeWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the overlay again while a stripe runs, so that the watch over it hears of relays that came since, or that have
/// room again: once a minute, and sooner while it lacks one. Confined to the stripe's thread, except for the questions.
final class FollowUp implements RelayChoice {
    static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(60);
    static final long IN_WANT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final Logger LOG = LoggerFactory.getLogger(FollowUp.class);

    private final StripeWatch watch;
    private final Supplier<RelaySet> question;
    private final Executor executor;
    private final AtomicReference<Optional<RelaySet>> heard = new AtomicReference<>(Optional.empty());
    private volatile boolean asking;
    private boolean begun;
    private long askedNanos;

    /// @param question may take its time, and may fail
    /// @param executor for questions, of which there is one at a time
    FollowUp(StripeWatch watch, Supplier<RelaySet> question, Executor executor) {
        this.watch = watch;
        this.question = question;
        this.executor = executor;
    }

    @Override
    public void handleUp(long nowNanos, int target, Optional<RelayAddress> relay) {
        watch.handleUp(nowNanos, target, relay);
    }

    @Override
    public void handleDown(long nowNanos, int target) {
        watch.handleDown(nowNanos, target);
    }

    @Override
    public void handleUnusable(long nowNanos, RelayAddress relay) {
        watch.handleUnusable(nowNanos, relay);
    }

    @Override
    public void handleSamples(long nowNanos, Work work, List<Sample> samples) {
        if (!begun) {
            begun = true;
            askedNanos = nowNanos; // the stripe itself has just asked
        }
        heard.getAndSet(Optional.empty()).ifPresent(news -> watch.handleNews(nowNanos, news));
        watch.handleSamples(nowNanos, work, samples);
        if (!asking && nowNanos - askedNanos >= (watch.isInWant() ? IN_WANT_NANOS : EVERY_NANOS)) {
            askedNanos = nowNanos;
            asking = true;
            executor.execute(this::ask);
        }
    }

    private void ask() {
        try {
            heard.set(Optional.of(question.get()));
        } catch (FspException e) {
            LOG.debug("the overlay does not say more: {}", e.getMessage()); // the stripe has what it has
        } finally {
            asking = false;
        }
    }

    @Override
    public double margin() {
        return watch.margin();
    }

    @Override
    public void handleReserved(long nowNanos, int target, long askedBytes, long keptBytes) {
        watch.handleReserved(nowNanos, target, askedBytes, keptBytes);
    }

    @Override
    public Optional<Decision> poll(long nowNanos) {
        return watch.poll(nowNanos);
    }
}
