package org.fastsend.core.transport;

import java.nio.ByteBuffer;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.recovery.Reception;
import org.fastsend.core.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/// The half of a connection that takes: packets into reception, ranges into messages, and reports about
/// both. Not thread-safe.
final class ReceivingSide {
    private static final int HEAD_BYTES = FrameType.MESSAGE_HEAD_BYTES - 1;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Reception reception = new Reception();
    private final ReceiveWindow window;
    private final IncomingMessages messages;
    private final IncomingRepairs repairs;
    private final StorageRate storage;
    private final int ipOverheadBytes;
    private long storageLimit = StorageRate.UNLIMITED;
    private long toldLimit;
    private long dataIpBytes;

    ReceivingSide(UdpSettings settings, MessageSink sink, long nowNanos) {
        window = new ReceiveWindow(settings.receiveWindowBytes());
        messages = new IncomingMessages(sink, window);
        repairs = new IncomingRepairs(messages, sink);
        storage = new StorageRate(nowNanos);
        ipOverheadBytes = settings.ipOverheadBytes();
        toldLimit = window.limitBytes();
    }

    Reception reception() {
        return reception;
    }

    ReceiveWindow window() {
        return window;
    }

    IncomingMessages messages() {
        return messages;
    }

    /// IP bytes of datagrams that brought message bytes for the first time.
    long dataIpBytes() {
        return dataIpBytes;
    }

    /// An authentic new datagram came; its prologue says what the peer heard and wants to hear.
    void arrived(long number, boolean tracked, long sentMicros, long reportHeard, int intervalMillis, long nowNanos) {
        reception.arrived(number, tracked, sentMicros, nowNanos);
        reception.heard(reportHeard);
        if (intervalMillis > 0) {
            reception.askInterval(intervalMillis * NANOS_PER_MILLI);
        }
    }

    /// A range of a message fills the rest of the datagram.
    ///
    /// @return the message if it is whole by that and wanted
    @Nullable
    IncomingMessage range(ByteBuffer in, byte[] bytes, int datagramBytes)
            throws MalformedBytesException, ProtocolException {
        if (in.remaining() <= HEAD_BYTES) {
            throw new MalformedBytesException("a message frame is cut short");
        }
        int id = in.getInt();
        int messageLength = in.getInt();
        int offset = in.getInt();
        long before = window.arrivedBytes();
        int at = in.position();
        IncomingMessage whole = messages.arrived(id, messageLength, offset, bytes, at, in.remaining());
        in.position(in.limit());
        boolean fresh = window.arrivedBytes() > before;
        if (fresh) {
            dataIpBytes += datagramBytes + ipOverheadBytes;
        }
        IncomingMessage growing = !fresh || repairs.isEmpty() ? null : messages.growing(id);
        if (growing != null) {
            whole = repairs.tryOn(growing);
        }
        dropRepairs(id);
        return whole;
    }

    /// A repair of a message fills the rest of the datagram.
    ///
    /// @return the message if it is whole by that and wanted
    @Nullable
    IncomingMessage repair(ByteBuffer in, int datagramBytes) throws MalformedBytesException, ProtocolException {
        if (in.remaining() <= HEAD_BYTES) {
            throw new MalformedBytesException("a repair frame is cut short");
        }
        int id = in.getInt();
        int from = in.getInt();
        int number = in.getInt();
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        long before = window.arrivedBytes();
        IncomingMessage whole = repairs.arrived(id, from, number, bytes);
        double brought = (double) (window.arrivedBytes() - before) / bytes.length;
        dataIpBytes += (long) (brought * (datagramBytes + ipOverheadBytes));
        dropRepairs(id);
        return whole;
    }

    /// The peer took a message back, of which it had sent so many bytes.
    ///
    /// @return whether the owner was or may have been told of it
    boolean withdrawn(int id, int sentBytes) throws ProtocolException {
        boolean told = messages.withdrawn(id, sentBytes);
        dropRepairs(id);
        return told;
    }

    /// Nothing of this message goes to the sink from now on. False if it is over.
    boolean refuse(int id) throws ProtocolException {
        boolean refused = messages.refuse(id);
        dropRepairs(id);
        return refused;
    }

    private void dropRepairs(int id) {
        if (!repairs.isEmpty() && messages.growing(id) == null) {
            repairs.forget(id);
        }
    }

    /// Message bytes that came again, or as repairs that nothing needed.
    long duplicateBytes() {
        return messages.duplicateBytes() + repairs.uselessBytes();
    }

    void release(long bytes, long nowNanos) {
        window.release(bytes);
        windowMoved(nowNanos);
    }

    /// The window's limit may have moved: told when it is worth it.
    void windowMoved(long nowNanos) {
        storage.observe(window, nowNanos);
        if (window.limitBytes() - toldLimit >= window.stepBytes()) {
            reception.limitMoved(window.limitBytes());
        }
    }

    void limitStorage(long bytesPerSecond) {
        storageLimit = bytesPerSecond;
    }

    void writeReport(ByteBuffer out, long nowNanos) {
        storage.observe(window, nowNanos);
        toldLimit = window.limitBytes();
        long storageRate = Math.min(storageLimit, storage.bytesPerSecond());
        out.put(FrameType.REPORT);
        reception.writeReport(out, new Reception.Told(messages.duplicates(), toldLimit, storageRate, 0), nowNanos);
    }
}
