package org.fastsend.core.transport;

/// The limits of one end of a UDP connection.
///
/// @param maxDatagramBytes largest UDP payload to send and to take, 1,200 to 65,507; the path may allow
///     less
/// @param ipOverheadBytes IP and UDP header of a datagram: 28 with IPv4, 48 with IPv6; rates and costs
///     count it
/// @param encrypted whether this end encrypts its datagrams; otherwise messages travel authenticated
///     only, which is enough for what is sealed already
/// @param receiveWindowBytes message bytes that may arrive ahead of what was released to
///     [UdpConnection#release]
/// @param maxOfferedBytes message bytes that may be offered and not yet delivered; one message always
///     passes
/// @param keepAliveNanos after so long without sending, something is sent
/// @param idleTimeoutNanos after so long without hearing anything, the connection is over
public record UdpSettings(
        int maxDatagramBytes,
        int ipOverheadBytes,
        boolean encrypted,
        long receiveWindowBytes,
        long maxOfferedBytes,
        long keepAliveNanos,
        long idleTimeoutNanos) {
    /// Every path carries datagrams of this size, or is not used.
    public static final int MIN_DATAGRAM_BYTES = 1_200;
    /// What an Ethernet frame carries over IPv4.
    static final int USUAL_DATAGRAM_BYTES = 1_472;
    /// The largest UDP payload in an IPv4 packet.
    public static final int MAX_DATAGRAM_BYTES = 65_507;

    /// As large as the path carries, encrypted, 64 MiB of window.
    public static final UdpSettings DEFAULT =
            new UdpSettings(MAX_DATAGRAM_BYTES, 28, true, 64L << 20, 64L << 20, 5_000_000_000L, 30_000_000_000L);

    public UdpSettings {
        if (maxDatagramBytes < MIN_DATAGRAM_BYTES || maxDatagramBytes > MAX_DATAGRAM_BYTES) {
            throw new IllegalArgumentException("datagrams of " + maxDatagramBytes + " bytes");
        }
        if (ipOverheadBytes < 0 || receiveWindowBytes <= 0 || maxOfferedBytes <= 0) {
            throw new IllegalArgumentException("settings out of bounds");
        }
        if (keepAliveNanos <= 0 || idleTimeoutNanos <= keepAliveNanos) {
            throw new IllegalArgumentException("keep-alive must be shorter than the idle time-out");
        }
    }

    /// IP bytes of a full datagram on a path of which nothing is known yet: one that fills an Ethernet frame.
    public int usualIpBytes() {
        return Math.min(maxDatagramBytes, USUAL_DATAGRAM_BYTES) + ipOverheadBytes;
    }

    public UdpSettings withMaxDatagramBytes(int bytes) {
        return new UdpSettings(
                bytes,
                ipOverheadBytes,
                encrypted,
                receiveWindowBytes,
                maxOfferedBytes,
                keepAliveNanos,
                idleTimeoutNanos);
    }

    public UdpSettings withIpOverheadBytes(int bytes) {
        return new UdpSettings(
                maxDatagramBytes,
                bytes,
                encrypted,
                receiveWindowBytes,
                maxOfferedBytes,
                keepAliveNanos,
                idleTimeoutNanos);
    }

    public UdpSettings withEncrypted(boolean whether) {
        return new UdpSettings(
                maxDatagramBytes,
                ipOverheadBytes,
                whether,
                receiveWindowBytes,
                maxOfferedBytes,
                keepAliveNanos,
                idleTimeoutNanos);
    }

    public UdpSettings withWindows(long receiveBytes, long offeredBytes) {
        return new UdpSettings(
                maxDatagramBytes,
                ipOverheadBytes,
                encrypted,
                receiveBytes,
                offeredBytes,
                keepAliveNanos,
                idleTimeoutNanos);
    }
}
