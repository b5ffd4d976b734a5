package org.fastsend.core.net;

import java.net.Inet6Address;
import java.net.InetAddress;
import org.fastsend.core.transport.UdpSettings;

/// How much each UDP stream of this process may have arriving and unread: a share of the memory, the less the more
/// of them there are. Thread-safe.
final class UdpWindows {
    /// What 1 Gbit/s has under way over 300 ms with a tenth lost: messages wait for their last repairs for some three
    /// round trips.
    private static final long MOST_BYTES = 128L << 20;
    private static final long LEAST_BYTES = 4L << 20;
    /// Part of the heap for all windows together, and part of what is left for the next.
    private static final int HEAP_PER_WINDOWS = 4;

    private static final int LEFT_PER_WINDOW = 4;
    private static final long KEEP_ALIVE_NANOS = 1_500_000_000;
    /// Shorter than a session's patience: a stream over UDP that is cut off can be replaced while the session lives.
    private static final long IDLE_TIMEOUT_NANOS = 6_000_000_000L;

    private static final int IPV4_BYTES = 28;
    private static final int IPV6_BYTES = 48;

    private long leftBytes = Runtime.getRuntime().maxMemory() / HEAP_PER_WINDOWS;

    /// A window, or 0 if too little is left.
    synchronized long take() {
        long window = Math.min(MOST_BYTES, leftBytes / LEFT_PER_WINDOW);
        if (window < LEAST_BYTES) {
            return 0;
        }
        leftBytes -= window;
        return window;
    }

    synchronized void give(long window) {
        leftBytes += window;
    }

    /// The window of a process that has few.
    static long largest() {
        return Math.clamp(
                Runtime.getRuntime().maxMemory() / (HEAP_PER_WINDOWS * LEFT_PER_WINDOW), LEAST_BYTES, MOST_BYTES);
    }

    /// The settings of a stream with a peer at that address.
    static UdpSettings settings(InetAddress peer, long windowBytes) {
        UdpSettings standard = UdpSettings.DEFAULT;
        return new UdpSettings(
                standard.maxDatagramBytes(),
                peer instanceof Inet6Address ? IPV6_BYTES : IPV4_BYTES,
                standard.encrypted(),
                windowBytes,
                windowBytes,
                KEEP_ALIVE_NANOS,
                IDLE_TIMEOUT_NANOS);
    }
}
