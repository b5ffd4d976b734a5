package org.fastsend.core.control;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Holds one process to its part of the cap over all of a user's transfers on this host, whichever process they run in.
/// Whether there is a cap, how high it is and who shares it is looked at every [#ROUND_NANOS], so that sums may
/// exceed it for about that long after something has changed. Closing it leaves the part to the others.
final class HostCap implements AutoCloseable {
    static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final Logger LOG = LoggerFactory.getLogger(HostCap.class);

    private final CapLedger ledger;
    private final long process;
    private final TransferRate rate;
    private final NanoClock clock;
    private final EpochClock wall;
    private final CappedDirection sending;
    private final CappedDirection receiving;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread rounds = Thread.ofVirtual().name("fsp-cap").unstarted(this::run);
    private Optional<Long> dividedNanos = Optional.empty();
    private boolean failed;

    /// @param process its number
    /// @param rate of all that it transfers
    HostCap(CapLedger ledger, long process, TransferRate rate, NanoClock clock, EpochClock wall) {
        this.ledger = ledger;
        this.process = process;
        this.rate = rate;
        this.clock = clock;
        this.wall = wall;
        sending = new CappedDirection(rate.sending(), Claim::sendingBytesPerSecond);
        receiving = new CappedDirection(rate.receiving(), Claim::receivingBytesPerSecond);
    }

    /// Holds from its return on.
    HostCap start() {
        round();
        rounds.start();
        return this;
    }

    /// Looks at the cap and the claims of others, and tells its own.
    void round() {
        try {
            Optional<Long> bits = ledger.cap();
            if (bits.isPresent()) {
                divide(bits.get() / Byte.SIZE, clock.nanos());
            } else if (dividedNanos.isPresent()) {
                dividedNanos = Optional.empty();
                sending.lift();
                receiving.lift();
                ledger.withdraw(process);
            }
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                LOG.warn("the cap over all transfers of this host cannot be shared: {}", e.getMessage());
            }
            failed = true;
        }
    }

    private void divide(long capacity, long nowNanos) throws IOException {
        RateSettings settings = rate.settings();
        long most = settings.targetBytesPerSecond();
        Optional<Long> elapsedNanos = dividedNanos.map(last -> Math.max(1, nowNanos - last));
        dividedNanos = Optional.of(nowNanos);
        long nowMillis = wall.millis();
        Claim mine = new Claim(
                process,
                settings.weight(),
                sending.wanted(elapsedNanos, most),
                receiving.wanted(elapsedNanos, most),
                nowMillis);
        ledger.say(mine);
        List<Claim> others = ledger.othersThan(process, nowMillis);
        sending.divide(capacity, mine, others);
        receiving.divide(capacity, mine, others);
    }

    private void run() {
        try {
            while (!closing.await(ROUND_NANOS, TimeUnit.NANOSECONDS)) {
                round();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            rounds.join();
            ledger.withdraw(process);
        } catch (IOException e) {
            LOG.debug("the claim stays until nobody believes it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
