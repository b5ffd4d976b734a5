package org.fastsend.core.transport;

import org.fastsend.core.wire.ProtocolException;

/// How many message bytes the peer may have sent for the first time: what was dealt with so far and a
/// window beyond, so that memory behind the sink stays bounded however slow it is. Not thread-safe.
final class ReceiveWindow {
    private final long windowBytes;
    private long arrivedBytes;
    private long writtenOffBytes;
    private long releasedBytes;
    private long growingBytes;

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

    /// So many of them are of a message that is not whole yet: they wait for the network, not for who reads it.
    void grow(int bytes) {
        growingBytes += bytes;
    }

    /// The message is whole, or no more of it is waited for.
    void grown(int bytes) {
        growingBytes -= bytes;
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

    long arrivedBytes() {
        return arrivedBytes;
    }

    long releasedBytes() {
        return releasedBytes;
    }

    /// How much more may come now.
    long freeBytes() {
        return windowBytes - (arrivedBytes - releasedBytes);
    }

    /// Share of the window that holds whole messages not yet dealt with.
    double waitingShare() {
        return (double) Math.max(0, arrivedBytes - releasedBytes - growingBytes) / windowBytes;
    }

    /// So much movement of the limit is worth a report of its own.
    long stepBytes() {
        return Math.max(1, windowBytes / 8);
    }
}
