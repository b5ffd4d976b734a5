package org.fastsend.core.congestion;

/// Decides how fast one connection sends. The connection tells what it sent and what the receiver reported; the
/// controller answers with a rate, which a [Pacer] spends in quanta, and with a bound on the bytes in flight. Loss
/// recovery is none of its business: it never asks for a retransmission and retransmissions are sent at its rate like
/// anything else.
///
/// Times are nanoseconds of the sender's clock, which only goes forward; sizes are bytes of IP packets, headers
/// included. Not thread-safe: owned by the connection's loop.
public interface Controller {
    /// A datagram left; those that recovery does not track and probes of the path's size, which say nothing about
    /// its rate, are not told.
    void handleSent(long packetNumber, int bytes, long nowNanos);

    /// What one report of the receiver said, after recovery digested it; also when nothing was newly delivered.
    void handleReport(Report report, long nowNanos);

    /// Full datagrams have that size from now on, IP header included: the path's was found, or another one suits the
    /// rate. Until the first call it is the size that the controller was made with.
    void handleDatagramBytes(int bytes);

    /// At or after [#nextDeadlineNanos]; earlier calls do no harm.
    void handleTimer(long nowNanos);

    /// When [#handleTimer] wants to be called; Long.MAX_VALUE if never.
    long nextDeadlineNanos();

    /// Whether the receiver should be asked to report at once on the packet that is sent next; says so once, after
    /// [#handleTimer] or [#handleReport].
    default boolean asksForReport() {
        return false;
    }

    /// New settings hold from now on; what was learned about the path stays.
    void change(RateSettings settings, long nowNanos);

    /// What the host's aggregate cap leaves to this transfer; Long.MAX_VALUE if there is none. See [VirtualLink].
    void allot(long bytesPerSecond, long nowNanos);

    /// What to pace at now: the least of what network, storage, target and aggregate allow. Never 0.
    long rateBytesPerSecond();

    /// No more than this may be in flight, so that a receiver that fell silent is not flooded.
    long inflightCapBytes();

    /// How much of the rate one burst may hold: a millisecond, less where the path's buffers are shorter.
    long quantumNanos();

    /// How long the host may be late without any of the rate being lost, as it is made up for at once; a second quantum
    /// always is.
    default long creditNanos() {
        return 0;
    }

    /// What it knows and why the rate is what it is; for statistics and people.
    Insight insight();
}
