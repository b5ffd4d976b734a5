package org.fastsend.core.transport;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.fastsend.core.congestion.Controller;
import org.jspecify.annotations.Nullable;

/// One end of a UDP connection: messages in both directions, reliable and unordered among each other,
/// at the rate its controller allows (docs/wire.md, "UDP"). Sans-IO: the owner's loop feeds datagrams
/// and time and sends what [#pollTransmit] gives. One loop, after anything was handled:
///
/// ```
/// while (connection.pollTransmit(burst, now)) send(burst);
/// while (connection.pollEvent() is present) act on it;
/// wait for a datagram until connection.nextDeadlineNanos(), then handleDatagram... or handleTimer
/// ```
///
/// All times are nanoseconds of one [org.fastsend.core.time.NanoClock]. Not thread-safe: one loop owns
/// it.
@SuppressWarnings("DoNotCallSuggester") // a skeleton: the machine follows
public final class UdpConnection {
    /// @param peer where the first datagram goes; an acceptor has none and answers whoever proves
    ///     itself
    /// @param controller decides the rate of what this end sends
    /// @param seed for path challenges; unpredictable outside simulations
    public UdpConnection(
            UdpSecrets secrets,
            UdpSettings settings,
            @Nullable InetSocketAddress peer,
            Controller controller,
            MessageSource source,
            MessageSink sink,
            long seed,
            long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// The connection id that a datagram names: which connection it belongs to. 0 if it is none of
    /// FSP's.
    public static long connectionIdOf(byte[] bytes, int offset, int length) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Length of the datagram that starts here, by its own header, for what the kernel joined; -1 if it
    /// is none of FSP's.
    public static int lengthOf(byte[] bytes, int offset, int length) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// One datagram arrived. It is opened in place: the bytes are of no use afterwards. Whatever it
    /// holds, it is either an authentic new datagram of this connection or has no effect but on a
    /// counter.
    public void handleDatagram(byte[] bytes, int offset, int length, InetSocketAddress from, long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// At or after [#nextDeadlineNanos]; earlier calls do no harm.
    public void handleTimer(long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// When to call [#handleTimer] and [#pollTransmit] next if nothing arrives; Long.MAX_VALUE if never.
    public long nextDeadlineNanos() {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Fills the burst with what is to be sent now; false if there is nothing now.
    public boolean pollTransmit(DatagramBurst burst, long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// The system refused a datagram of this size (EMSGSIZE): the path's are smaller.
    public void handleTooLarge(int datagramBytes, long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// The next event that was not taken yet.
    public Optional<UdpEvent> pollEvent() {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Message bytes that may be offered now: back-pressure. 0 if nothing may be; more than one
    /// message's length always passes when nothing is on its way.
    public long offerRoomBytes() {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Puts a message on its way; it may be offered before the connection is open.
    ///
    /// @param length   1 byte or more
    /// @param urgent   goes before all that is not; for what is small and waited for
    /// @return the message's id: 0, 1, 2...
    public long offer(int length, boolean urgent, long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Takes an offered message back; nothing more of it is sent. No effect if it is delivered already.
    /// No event follows.
    public void cancel(long messageId, long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Tells the peer that one of its messages is not wanted: no range of it goes to the sink from now
    /// on.
    public void refuse(long messageId, long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// So many bytes that went to the sink are dealt with: written, or dropped. They make room in the
    /// receive window.
    public void release(long bytes, long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// What the storage behind the sink takes, told to the sending controller; Long.MAX_VALUE if it
    /// sets no limit.
    public void limitReceiving(long bytesPerSecond) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Ends the connection in order: tells the peer, repeats it until heard or given up;
    /// [UdpEvent.Closed] follows. What is not delivered yet is given up, so wait for
    /// [UdpEvent.Delivered] first.
    public void close(CloseReason reason, String text, long nowNanos) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Whether [UdpEvent.Closed] was told: nothing will ever be sent again.
    public boolean isClosed() {
        throw new UnsupportedOperationException("not built yet");
    }

    /// What was counted until now.
    public UdpStatistics statistics() {
        throw new UnsupportedOperationException("not built yet");
    }

    /// The controller that decides the rate; its settings may be changed while the connection runs.
    public Controller controller() {
        throw new UnsupportedOperationException("not built yet");
    }
}
