package org.fastsend.core.transport;

import org.fastsend.core.wire.ProtocolException;

/// How many message bytes the peer may have sent for the first time: what was dealt with so far and a
/// window beyond, so that memory behind the sink stays bounded however slow it is. Not thread-safe.
final class ReceiveWindow {
    private final long windowBytes;
    private long arrivedBytes;
    private long writtenOffBytes;
    private long releasedBytes;

    ReceiveWindow(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    /// Bytes that came for the first time.
    void arrive(int bytes) throws ProtocolException {
        arrivedBytes += bytes;
        if (arrivedBytes + writtenOffBytes > limitBytes() + OutgoingMessages.URGENT_RESERVE_BYTES) {
            throw new ProtocolException("more came than the window allows");
        }
    }

    /// Bytes that the peer sent and that will never come: of a message that it took back.
    void writeOff(int bytes) {
        writtenOffBytes += bytes;
    }

    /// Bytes that came are dealt with.
    void release(long bytes) {
        if (bytes < 0 || bytes > arrivedBytes - releasedBytes) {
            throw new IllegalArgumentException(
                    bytes + " bytes released, " + (arrivedBytes - releasedBytes) + " are held");
        }
        releasedBytes += bytes;
    }

    /// What the peer may have sent for the first time, ever.
    long limitBytes() {
        return releasedBytes + writtenOffBytes + windowBytes;
    }

    /// How much may wait.
    long bytes() {
        return windowBytes;
    }

    long arrivedBytes() {
        return arrivedBytes;
    }

    long releasedBytes() {
        return releasedBytes;
    }

    /// Share of the window that holds bytes not yet dealt with.
    double occupancy() {
        return (double) (arrivedBytes - releasedBytes) / windowBytes;
    }

    /// So much movement of the limit is worth a report of its own.
    long stepBytes() {
        return Math.max(1, windowBytes / 8);
    }
}
