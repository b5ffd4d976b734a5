package org.fastsend.core.net.datagram;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.fastsend.core.net.linux.LinuxCalls;

/// A `msghdr` with room for an address, one contiguous piece of data and room for control messages, used over
/// and over. Layout: socket(7), cmsg(3) of 64-bit Linux.
final class LinuxMessage {
    private static final int MSG_DONTWAIT = 0x40;
    private static final int SOL_SOCKET = 1;
    private static final int SCM_TIMESTAMPNS = 35;
    private static final int SOL_UDP = 17;
    private static final int UDP_SEGMENT = 103;
    private static final int UDP_GRO = 104;

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int HEADER_BYTES = 56;
    private static final int NAME_AT = 0;
    private static final int NAME_LENGTH_AT = 8;
    private static final int IOV_AT = 16;
    private static final int IOV_LENGTH_AT = 24;
    private static final int CONTROL_AT = 32;
    private static final int CONTROL_LENGTH_AT = 40;

    private static final int CONTROL_BYTES = 128;
    private static final int CMSG_LEVEL_AT = 8;
    private static final int CMSG_TYPE_AT = 12;
    private static final int CMSG_DATA_AT = 16;
    private static final int SEGMENT_CMSG_BYTES = CMSG_DATA_AT + Short.BYTES;
    private static final int SEGMENT_CMSG_SPACE = CMSG_DATA_AT + Long.BYTES;

    private final MemorySegment header;
    private final MemorySegment address;
    private final MemorySegment vector;
    private final MemorySegment control;
    private final MemorySegment data;
    private int addressLength;

    LinuxMessage(Arena arena, int bytes) {
        this.header = arena.allocate(HEADER_BYTES, Long.BYTES);
        this.address = arena.allocate(SocketAddresses.INET6_BYTES, Long.BYTES);
        this.vector = arena.allocate(2L * Long.BYTES, Long.BYTES);
        this.control = arena.allocate(CONTROL_BYTES, Long.BYTES);
        this.data = arena.allocate(bytes, 64);
        header.set(ValueLayout.ADDRESS, NAME_AT, address);
        header.set(ValueLayout.ADDRESS, IOV_AT, vector);
        header.set(ValueLayout.JAVA_LONG, IOV_LENGTH_AT, 1);
    }

    MemorySegment address() {
        return address;
    }

    void addressLength(int length) {
        addressLength = length;
    }

    /// Copies what is to be sent off the heap, where the kernel can read it.
    void fill(byte[] bytes, int offset, int length) {
        MemorySegment.copy(bytes, offset, data, ValueLayout.JAVA_BYTE, 0, length);
    }

    MemorySegment data() {
        return data;
    }

    /// Sends a part of the data, cut into datagrams of so many bytes each, or as one datagram if that is 0.
    ///
    /// @return bytes sent, or the negated error number
    int send(LinuxSocket socket, MemorySegment state, int from, int length, int datagramBytes) throws IOException {
        header.set(ValueLayout.JAVA_INT, NAME_LENGTH_AT, addressLength);
        vector.set(ValueLayout.ADDRESS, 0, data.asSlice(from, length));
        vector.set(ValueLayout.JAVA_LONG, Long.BYTES, length);
        if (datagramBytes == 0) {
            header.set(ValueLayout.ADDRESS, CONTROL_AT, MemorySegment.NULL);
            header.set(ValueLayout.JAVA_LONG, CONTROL_LENGTH_AT, 0);
        } else {
            control.set(ValueLayout.JAVA_LONG, 0, SEGMENT_CMSG_BYTES);
            control.set(ValueLayout.JAVA_INT, CMSG_LEVEL_AT, SOL_UDP);
            control.set(ValueLayout.JAVA_INT, CMSG_TYPE_AT, UDP_SEGMENT);
            control.set(ValueLayout.JAVA_SHORT, CMSG_DATA_AT, (short) datagramBytes);
            header.set(ValueLayout.ADDRESS, CONTROL_AT, control);
            header.set(ValueLayout.JAVA_LONG, CONTROL_LENGTH_AT, SEGMENT_CMSG_SPACE);
        }
        return LinuxCalls.sendmsg(state, socket.descriptor(), header, MSG_DONTWAIT);
    }

    /// Receives one datagram, or a train of them.
    ///
    /// @return its bytes, or the negated error number
    int receive(LinuxSocket socket, MemorySegment state) throws IOException {
        header.set(ValueLayout.JAVA_INT, NAME_LENGTH_AT, SocketAddresses.INET6_BYTES);
        vector.set(ValueLayout.ADDRESS, 0, data);
        vector.set(ValueLayout.JAVA_LONG, Long.BYTES, data.byteSize());
        header.set(ValueLayout.ADDRESS, CONTROL_AT, control);
        header.set(ValueLayout.JAVA_LONG, CONTROL_LENGTH_AT, CONTROL_BYTES);
        return LinuxCalls.recvmsg(state, socket.descriptor(), header, MSG_DONTWAIT);
    }

    /// How long each datagram of the train is that was just received, the last one maybe shorter: all of it
    /// where the kernel does not say.
    int datagramBytes(int trainBytes) {
        long at = find(SOL_UDP, UDP_GRO);
        int bytes = at < 0 ? trainBytes : control.get(ValueLayout.JAVA_INT, at);
        return bytes > 0 ? bytes : Math.max(1, trainBytes);
    }

    /// When the kernel got what was just received, by the system's clock; -1 if it does not say.
    long arrivedNanos() {
        long at = find(SOL_SOCKET, SCM_TIMESTAMPNS);
        return at < 0
                ? -1
                : control.get(ValueLayout.JAVA_LONG, at) * NANOS_PER_SECOND
                        + control.get(ValueLayout.JAVA_LONG, at + Long.BYTES);
    }

    /// Where the control message's data begin; -1 if there is none of that kind.
    private long find(int level, int type) {
        long end = Math.min(CONTROL_BYTES, header.get(ValueLayout.JAVA_LONG, CONTROL_LENGTH_AT));
        long at = 0;
        while (at + CMSG_DATA_AT <= end) {
            if (control.get(ValueLayout.JAVA_INT, at + CMSG_LEVEL_AT) == level
                    && control.get(ValueLayout.JAVA_INT, at + CMSG_TYPE_AT) == type) {
                return at + CMSG_DATA_AT;
            }
            long bytes = Math.max(CMSG_DATA_AT, control.get(ValueLayout.JAVA_LONG, at));
            at += (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        }
        return -1;
    }
}
