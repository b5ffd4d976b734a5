package org.fastsend.core.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.rate.SharedBound;
import org.fastsend.core.net.udp.TransferRate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes that share a cap, in rounds of virtual time.
class HostCapTest {
    private static final long MB = 1_000_000;
    private static final long CAP_BITS = 80 * MB;
    private static final long ROUNDS_PER_SECOND = TimeUnit.SECONDS.toNanos(1) / HostCap.ROUND_NANOS;

    @TempDir
    private Path work;

    private ControlDirectory directory;
    private CapLedger ledger;
    private long nanos = 1;
    private long millis = 1_000_000;

    @BeforeEach
    void open() {
        directory = ControlDirectory.at(work.resolve("fsp"));
        ledger = new CapLedger(directory);
    }

    /// A process with one flow, which moves all it may while it is busy.
    private final class Sender {
        final TransferRate rate;
        final HostCap cap;
        final SharedBound.Part flow;

        Sender(long process, RateSettings settings) {
            rate = new TransferRate(settings);
            flow = rate.sending().join();
            cap = new HostCap(ledger, process, rate, () -> nanos, () -> millis);
            cap.round();
        }

        void send() {
            flow.moved(Math.min(flow.bytesPerSecond(), 1_000 * MB) / ROUNDS_PER_SECOND);
        }

        long bitsPerSecond() {
            return flow.bytesPerSecond() * Byte.SIZE;
        }
    }

    private void rounds(int count, Sender... busy) {
        for (int i = 0; i < count; i++) {
            for (Sender one : busy) {
                one.send();
            }
            nanos += HostCap.ROUND_NANOS;
            millis += HostCap.ROUND_NANOS / 1_000_000;
            for (Sender one : busy) {
                one.cap.round();
            }
        }
    }

    private static void assertAbout(long expected, Sender one) {
        long actual = one.bitsPerSecond();
        assertTrue(Math.abs(actual - expected) <= expected / 8, () -> actual + " instead of " + expected);
    }

    @Test
    void withoutACapNothingIsBoundAndNoFileIsWritten() throws IOException {
        Sender one = new Sender(1, RateSettings.UNBOUNDED);
        rounds(2, one);
        assertEquals(Long.MAX_VALUE, one.flow.bytesPerSecond());
        assertFalse(Files.exists(work.resolve("fsp")));
    }

    @Test
    void oneAloneHasItAll() throws IOException {
        ledger.cap(Optional.of(CAP_BITS));
        Sender one = new Sender(1, RateSettings.UNBOUNDED);
        rounds(4, one);
        assertAbout(CAP_BITS, one);
    }

    @Test
    void processesShareByTheirWeights() throws IOException {
        ledger.cap(Optional.of(CAP_BITS));
        Sender light = new Sender(1, RateSettings.UNBOUNDED);
        Sender heavy = new Sender(2, RateSettings.UNBOUNDED.withWeight(3));
        rounds(8, light, heavy);
        assertAbout(CAP_BITS / 4, light);
        assertAbout(CAP_BITS * 3 / 4, heavy);
    }

    @Test
    void whatABoundProcessDoesNotUseTheOthersHave() throws IOException {
        ledger.cap(Optional.of(CAP_BITS));
        Sender slow = new Sender(1, RateSettings.UNBOUNDED.withTarget(MB));
        Sender free = new Sender(2, RateSettings.UNBOUNDED);
        rounds(8, slow, free);
        assertAbout(8 * MB, slow);
        assertTrue(free.bitsPerSecond() > CAP_BITS * 8 / 10, () -> "has " + free.bitsPerSecond());
        assertTrue(free.bitsPerSecond() + slow.bitsPerSecond() < CAP_BITS * 11 / 10);
    }

    @Test
    void aProcessThatIsHeldBackHasItsPartHoweverLittleItMoves() throws IOException {
        ledger.cap(Optional.of(CAP_BITS));
        Sender busy = new Sender(1, RateSettings.UNBOUNDED);
        Sender climbs = new Sender(2, RateSettings.UNBOUNDED);
        rounds(2, busy, climbs);
        for (int i = 0; i < 8; i++) {
            climbs.flow.moved(climbs.flow.bytesPerSecond() / (10 * ROUNDS_PER_SECOND));
            climbs.flow.heldBack();
            climbs.cap.round();
            rounds(1, busy);
        }
        assertAbout(CAP_BITS / 2, climbs);
        assertAbout(CAP_BITS / 2, busy);
    }

    @Test
    void aProcessThatDiedOrWasHaltedLeavesItsPart() throws IOException {
        ledger.cap(Optional.of(CAP_BITS));
        Sender dies = new Sender(1, RateSettings.UNBOUNDED);
        Sender lives = new Sender(2, RateSettings.UNBOUNDED);
        rounds(4, dies, lives);
        assertAbout(CAP_BITS / 2, lives);
        rounds(12, lives);
        assertAbout(CAP_BITS, lives);
        assertTrue(Files.exists(work.resolve("fsp/1.claim")));
        millis += 61_000;
        rounds(1, lives);
        assertFalse(Files.exists(work.resolve("fsp/1.claim")));
    }

    @Test
    void aCapThatIsLiftedBindsNobodyAnyMore() throws IOException {
        ledger.cap(Optional.of(CAP_BITS));
        Sender one = new Sender(1, RateSettings.UNBOUNDED);
        rounds(4, one);
        ledger.cap(Optional.empty());
        rounds(2, one);
        assertEquals(Long.MAX_VALUE, one.flow.bytesPerSecond());
        assertFalse(Files.exists(work.resolve("fsp/1.claim")));
    }

    @Test
    void onceItIsClosedTheClaimIsGone() throws IOException {
        ledger.cap(Optional.of(CAP_BITS));
        TransferRate rate = new TransferRate(RateSettings.UNBOUNDED);
        try (HostCap _ = new HostCap(ledger, 3, rate, () -> nanos, () -> millis).start()) {
            assertTrue(Files.exists(work.resolve("fsp/3.claim")));
        }
        assertFalse(Files.exists(work.resolve("fsp/3.claim")));
    }

    @Test
    void claimsThatMakeNoSenseCountForNothing() throws IOException {
        ledger.cap(Optional.of(CAP_BITS));
        String[] bad = {"", "{", "{}", "{\"weight\":1e9}", "[1]", "{\"weight\":1,\"sendingBytesPerSecond\":-5}"};
        for (int i = 0; i < bad.length; i++) {
            Files.writeString(work.resolve("fsp/" + (100 + i) + ".claim"), bad[i]);
        }
        Files.writeString(work.resolve("fsp/notaprocess.claim"), "{}");
        Sender one = new Sender(1, RateSettings.UNBOUNDED);
        rounds(4, one);
        assertAbout(CAP_BITS, one);
    }

    @Test
    void aCapThatIsNoNumberIsNotGuessed() throws IOException {
        ledger.cap(Optional.of(CAP_BITS));
        Files.writeString(work.resolve("fsp/cap"), "fast");
        assertThrows(IOException.class, () -> new HostTransfers(directory).cap());
        assertThrows(IOException.class, ledger::cap);
    }
}
