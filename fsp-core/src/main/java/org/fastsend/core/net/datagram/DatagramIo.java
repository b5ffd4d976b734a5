package org.fastsend.core.net.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;

/// One UDP socket. A single thread, its owner, sends, receives and waits; only {@link #wakeUp} may be called
/// by others. Nothing is allocated for a datagram.
public interface DatagramIo extends AutoCloseable {
    InetSocketAddress localAddress();

    /// Whether the kernel cuts bursts into datagrams, so that a long burst costs little more than a datagram.
    boolean cutsBursts();

    /// Whether {@link #sibling} opens further sockets at this one's port.
    default boolean hasSiblings() {
        return false;
    }

    /// A further socket at this one's port, to which nothing comes before it is aimed at a peer.
    /// From any thread.
    default DatagramIo sibling() throws IOException {
        throw new IOException("there is but one socket at this port");
    }

    /// Has what this peer sends come to this socket, if it is a sibling of the one that gets
    /// everything else.
    default void aim(InetSocketAddress peer) throws IOException {}

    /// Sends bytes as datagrams of `datagramBytes` each, the last one maybe shorter. A datagram that is longer
    /// than the path's first link takes, or has no way to where it goes, counts as taken: it is lost, as it
    /// would be further on. Addresses come from peers, too, and none of them ends the socket.
    ///
    /// @param length at most 65,507, and at most 64 datagrams to be sent at one go
    /// @return how many bytes were taken; if not all, the socket's buffer is full and the rest is to be sent later
    int send(byte[] bytes, int offset, int length, int datagramBytes, InetSocketAddress to) throws IOException;

    /// Bytes of the datagram that the last {@link #send} found to be longer than the first link takes; 0 if none was.
    int tooLongBytes();

    /// Hands over datagrams that have come, at most a few hundred, without waiting.
    ///
    /// @return how many
    int receive(Receiver receiver) throws IOException;

    /// Waits until a datagram comes, {@link #wakeUp} is called, the time is over, or, if so asked, until the
    /// socket takes datagrams again; returns early for no reason now and then.
    void await(long nanos, boolean untilWritable) throws IOException;

    /// Ends a present or the next {@link #await}. Thread-safe; does nothing once the socket is closed.
    void wakeUp();

    @Override
    void close();

    /// Takes datagrams as they come.
    @FunctionalInterface
    interface Receiver {
        /// A datagram has come.
        ///
        /// @param bytes may be altered, and are valid, during this call only
        /// @param waitedNanos for how long it has waited in this host, 0 where that is not known
        void take(byte[] bytes, int offset, int length, InetSocketAddress from, long waitedNanos);
    }
}
