package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.fastsend.core.channel.ChannelKind;
import org.junit.jupiter.api.Test;

/// The choice between TCP and UDP in virtual time.
class ChannelTrialTest {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FAR = TimeUnit.MILLISECONDS.toNanos(50);

    private final ChannelTrial trial = new ChannelTrial(ChannelKind.AUTO, FAR);
    private long now = 1_000;
    private long udp;
    private long tcp;

    /// Lets both carry so many bytes a second for a while, as far as they are wanted.
    private void run(double seconds, long udpBytesPerSecond, long tcpBytesPerSecond) {
        for (int ticks = 0; ticks < seconds * 10; ticks++) {
            now += TICK;
            udp += trial.udp(4) > 0 ? udpBytesPerSecond / 10 : 0;
            tcp += trial.tcp(4) > 0 ? tcpBytesPerSecond / 10 : 0;
            trial.handleTick(udp, tcp, true, now);
        }
    }

    private void assertOnly(Carrier carrier) {
        assertEquals(carrier == Carrier.UDP ? 1 : 0, trial.udp(4));
        assertEquals(carrier == Carrier.TCP ? 4 : 0, trial.tcp(4));
    }

    @Test
    void tcpCarriesFromTheStartWhileUdpIsOpened() {
        assertEquals(4, trial.tcp(4));
        assertEquals(1, trial.udp(4));
        run(30, 0, 1_000_000);
        assertEquals(4, trial.tcp(4));
    }

    @Test
    void blockedUdpLeavesAllToTcp() {
        run(4, 0, 1_000_000);
        assertTrue(trial.handleUdpFailed(now));
        assertOnly(Carrier.TCP);
        assertTrue(trial.isDecided());
    }

    @Test
    void udpThatDoesBetterTakesOver() {
        trial.handleUdpOpened(now);
        run(5, 10_000_000, 2_000_000);
        assertOnly(Carrier.UDP);
    }

    @Test
    void throttledUdpLosesAgainstTcp() {
        trial.handleUdpOpened(now);
        run(5, 100_000, 5_000_000);
        assertOnly(Carrier.TCP);
    }

    @Test
    void udpThatCarriesLessAloneThanBothDidGivesWayToTcpThatDidWellBesideIt() {
        trial.handleUdpOpened(now);
        run(5, 6_000_000, 6_000_000);
        assertOnly(Carrier.UDP);
        run(8, 8_000_000, 12_000_000);
        assertOnly(Carrier.TCP);
    }

    @Test
    void whatTcpCarriedDuringTheTrialProvesNothingForUdpAlone() {
        run(1, 0, 6_000_000);
        trial.handleUdpOpened(now);
        run(4.2, 6_000_000, 6_000_000);
        assertOnly(Carrier.UDP);
        run(8, 8_000_000, 12_000_000);
        assertOnly(Carrier.TCP);
    }

    @Test
    void udpThatTakesWhatTcpHadBesideItStays() {
        trial.handleUdpOpened(now);
        run(5, 6_000_000, 6_000_000);
        run(1, 8_000_000, 12_000_000); // TCP's last answers
        run(8, 11_500_000, 12_000_000);
        assertOnly(Carrier.UDP);
        run(20, 8_000_000, 8_000_000); // others came
        assertOnly(Carrier.UDP);
    }

    @Test
    void udpThatIsCutOffInMidTransferIsReplaced() {
        trial.handleUdpOpened(now);
        run(10, 10_000_000, 2_000_000);
        assertTrue(trial.handleUdpFailed(now));
        assertOnly(Carrier.TCP);
    }

    @Test
    void udpThatIsThrottledInMidTransferIsTriedAgainAndLoses() {
        trial.handleUdpOpened(now);
        run(10, 10_000_000, 2_000_000);
        assertOnly(Carrier.UDP);
        run(20, 100_000, 8_000_000);
        assertOnly(Carrier.TCP);
    }

    /// The blocks in flight are all with UDP, so that nothing is left for TCP to carry.
    @Test
    void udpThatSitsOnEverythingDuringItsTrialLoses() {
        run(1, 0, 8_000_000);
        trial.handleUdpOpened(now);
        run(0.5, 8_000_000, 8_000_000);
        run(30, 20_000, 0);
        assertOnly(Carrier.TCP);
    }

    @Test
    void udpThatSitsOnEverythingLaterLoses() {
        trial.handleUdpOpened(now);
        run(10, 10_000_000, 2_000_000);
        assertOnly(Carrier.UDP);
        run(10, 0, 0);
        assertOnly(Carrier.TCP);
    }

    @Test
    void udpStaysOnAPathThatGotWorseForBoth() {
        trial.handleUdpOpened(now);
        run(10, 10_000_000, 2_000_000);
        run(20, 3_000_000, 200_000);
        assertOnly(Carrier.UDP);
    }

    @Test
    void aPauseIsNoFault() {
        trial.handleUdpOpened(now);
        run(10, 10_000_000, 2_000_000);
        for (int ticks = 0; ticks < 100; ticks++) {
            now += TICK;
            trial.handleTick(udp, tcp, false, now);
        }
        assertOnly(Carrier.UDP);
    }

    @Test
    void shortPathsStayWithTcp() {
        ChannelTrial near = new ChannelTrial(ChannelKind.AUTO, ChannelTrial.SHORTEST_RTT_NANOS - 1);
        assertEquals(0, near.udp(4));
        assertEquals(4, near.tcp(4));
    }

    @Test
    void whatWasAskedForByNameStays() {
        ChannelTrial named = new ChannelTrial(ChannelKind.UDP, FAR);
        assertFalse(named.handleUdpFailed(now));
        assertEquals(0, named.tcp(4));
        assertEquals(4, named.udp(16));
        assertEquals(0, new ChannelTrial(ChannelKind.TCP, FAR).udp(4));
    }
}
