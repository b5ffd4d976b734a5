package org.fastsend.core.net;

import java.net.InetSocketAddress;
import org.fastsend.core.channel.ChannelKind;

/// Which of TCP and UDP should carry a session's blocks, decided by what each of them gets done. Blocks are taken
/// from one queue by whichever stream is free, so a trial runs on live traffic and costs nothing: TCP carries
/// blocks while UDP is tried, and what is asked on the loser is still answered. Sans-IO; guarded by the session's lock.
final class ChannelTrial {
    /// On shorter paths parallel TCP leaves nothing to gain.
    static final long SHORTEST_RTT_NANOS = 2_000_000;

    /// Streams over TCP that one over UDP does the work of.
    static final int STREAMS_PER_UDP_SESSION = 4;

    /// UDP alone takes what TCP had beside it, so it need not be the faster while both run.
    private static final double GOOD_PART = 0.5;
    /// But where TCP carried such a part of what UDP did, UDP alone has to carry nearly what both did together ...
    private static final double GOOD_RIVAL = 0.3;
    private static final double NEARLY_BOTH = 0.8;
    /// ... in one of so many looks, or TCP goes on.
    private static final int PROVING_LOOKS = 2;
    /// A path that suddenly carries so much less is worth another look.
    private static final double BAD_PART = 0.4;
    /// Where neither does so much of what was possible before, UDP sits on all the blocks there are: TCP could not
    /// show what it can do.
    private static final double STUCK_PART = 0.1;

    private static final long WARM_UP_NANOS = 1_000_000_000;
    private static final long TRIAL_NANOS = 3_000_000_000L;
    private static final long LOOK_NANOS = 2_000_000_000L;
    private static final int MAX_TRIALS = 4;

    private Phase phase;
    private int trials;
    private long phaseNanos;
    private long udpBytes;
    private long tcpBytes;
    private long lookNanos;
    private long lookBytes;
    private double bestBytesPerLook;
    private double wantedBytesPerLook;
    private int looksToProve;
    private final boolean chooses;

    private enum Phase {
        /// TCP carries; UDP is being opened.
        PROBING,
        /// Both carry.
        TRYING,
        UDP,
        TCP
    }

    /// What carries from the start.
    ///
    /// @param rttNanos of the session's connection
    ChannelTrial(ChannelKind kind, long rttNanos) {
        this.phase = switch (kind) {
            case TCP -> Phase.TCP;
            case UDP -> Phase.UDP;
            case AUTO -> rttNanos < SHORTEST_RTT_NANOS ? Phase.TCP : Phase.PROBING;
        };
        this.chooses = kind == ChannelKind.AUTO;
    }

    /// The trial of a session with a peer that was so far away when it was connected to.
    static ChannelTrial towards(InetSocketAddress peer, ChannelKind kind, long rttNanos) {
        return new ChannelTrial(kind, peer.getAddress().isLoopbackAddress() ? 0 : rttNanos);
    }

    /// Streams wanted over UDP of so many wished for: one does what four of TCP do.
    int udp(int wish) {
        return phase == Phase.TCP ? 0 : Math.ceilDiv(wish, STREAMS_PER_UDP_SESSION);
    }

    /// Streams wanted over TCP of so many wished for.
    int tcp(int wish) {
        return phase == Phase.UDP ? 0 : wish;
    }

    /// Whether {@link #handleTick} will never change anything.
    boolean isDecided() {
        return !chooses || phase == Phase.TCP;
    }

    /// A stream over UDP is open.
    void handleUdpOpened(long nowNanos) {
        if (phase == Phase.PROBING) {
            begin(nowNanos);
        }
    }

    /// UDP does not get through, or not any more.
    ///
    /// @return whether TCP is to carry on instead; if not, UDP was asked for by name
    boolean handleUdpFailed(long nowNanos) {
        if (chooses) {
            enter(Phase.TCP, nowNanos);
        }
        return chooses;
    }

    /// Looks at what was carried so far; some ten times a second.
    ///
    /// @param busy whether anything waits to be carried
    void handleTick(long udpTotal, long tcpTotal, boolean busy, long nowNanos) {
        if (isDecided()) {
            return;
        }
        look(udpTotal + tcpTotal, busy, nowNanos);
        if (phase == Phase.TRYING) {
            tryOn(udpTotal, tcpTotal, nowNanos);
        }
    }

    private void begin(long nowNanos) {
        trials++;
        udpBytes = -1;
        enter(Phase.TRYING, nowNanos);
    }

    private void tryOn(long udpTotal, long tcpTotal, long nowNanos) {
        if (nowNanos - phaseNanos < WARM_UP_NANOS) {
            return;
        }
        if (udpBytes < 0) {
            udpBytes = udpTotal;
            tcpBytes = tcpTotal;
            return;
        }
        if (nowNanos - phaseNanos >= WARM_UP_NANOS + TRIAL_NANOS) {
            judge(udpTotal - udpBytes, tcpTotal - tcpBytes, nowNanos);
            beginLook(udpTotal + tcpTotal, nowNanos); // what follows is looked at by itself
        }
    }

    private void judge(long byUdp, long byTcp, long nowNanos) {
        double looks = (double) TRIAL_NANOS / LOOK_NANOS;
        boolean stuck = Math.max(byUdp, byTcp) <= bestBytesPerLook * looks * STUCK_PART;
        if (stuck || byUdp < byTcp * GOOD_PART) {
            enter(Phase.TCP, nowNanos);
        } else {
            bestBytesPerLook = byUdp / looks;
            wantedBytesPerLook = NEARLY_BOTH * (byUdp + byTcp) / looks;
            looksToProve = byTcp > byUdp * GOOD_RIVAL ? PROVING_LOOKS : 0;
            enter(Phase.UDP, nowNanos);
        }
    }

    /// Keeps the most that was ever carried between two looks; UDP alone that does far worse is tried again.
    private void look(long total, boolean busy, long nowNanos) {
        if (!busy) {
            beginLook(total, nowNanos);
            return;
        }
        if (nowNanos - lookNanos < LOOK_NANOS) {
            return;
        }
        double bytesPerLook = (double) (total - lookBytes) * LOOK_NANOS / (nowNanos - lookNanos);
        beginLook(total, nowNanos);
        if (phase == Phase.UDP && failsToProveItself(bytesPerLook)) {
            enter(Phase.TCP, nowNanos);
        } else if (phase == Phase.UDP && bytesPerLook < bestBytesPerLook * BAD_PART && trials < MAX_TRIALS) {
            begin(nowNanos);
        } else {
            bestBytesPerLook = Math.max(bestBytesPerLook, bytesPerLook);
        }
    }

    private void beginLook(long total, long nowNanos) {
        lookNanos = nowNanos;
        lookBytes = total;
    }

    private boolean failsToProveItself(double bytesPerLook) {
        if (bytesPerLook >= wantedBytesPerLook) {
            looksToProve = 0;
        }
        return looksToProve > 0 && --looksToProve == 0;
    }

    private void enter(Phase next, long nowNanos) {
        phase = next;
        phaseNanos = nowNanos;
    }
}
