package org.fastsend.core.recovery;

import java.util.Arrays;

/// What each packet number carried and when it was sent, in primitive rings over the newest numbers.
/// Some 30 bytes a packet, at most [#MAX_PACKETS]. Not thread-safe.
final class SentPackets {
    /// Packets between the oldest unresolved and the newest: 10 Gbit/s in datagrams of 1,400 bytes over
    /// 1 s.
    static final int MAX_PACKETS = 1 << 20;

    /// Nothing to learn about this number: it was resolved, or needs no acknowledgement.
    static final byte SETTLED = 0;
    /// The only states with this bit set are those of packets in flight.
    static final byte IN_FLIGHT = 1;
    static final byte LOST = 2;
    /// In flight, but a report says that it did not come yet.
    static final byte MISSING = 3;

    private static final int FIRST_PACKETS = 1 << 10;

    private int mask = FIRST_PACKETS - 1;
    private byte[] state = new byte[FIRST_PACKETS];
    private byte[] flags = new byte[FIRST_PACKETS];
    private int[] ipBytes = new int[FIRST_PACKETS];
    private int[] message = new int[FIRST_PACKETS];
    private int[] offset = new int[FIRST_PACKETS];
    private int[] length = new int[FIRST_PACKETS];
    private long[] sentNanos = new long[FIRST_PACKETS];
    private long next;
    private long oldest;

    /// The number that the next packet gets.
    long next() {
        return next;
    }

    /// The oldest number that may be in flight; [#next] if none is.
    long oldest() {
        while (oldest < next && (state[(int) oldest & mask] & IN_FLIGHT) == 0) {
            oldest++;
        }
        return oldest;
    }

    /// The oldest number of which something is known.
    long floor() {
        return Math.max(0, next - mask - 1);
    }

    /// How many numbers there are of which something is known.
    int capacity() {
        return mask + 1;
    }

    boolean isFull() {
        return next - oldest() >= MAX_PACKETS;
    }

    /// Whether so much was sent beyond that, which nobody waits for, that there is hardly room for more.
    boolean isOverfull() {
        return next - oldest() >= MAX_PACKETS + MAX_PACKETS / 2;
    }

    /// A packet that is tracked until it is known to have arrived or to be lost.
    void add(long nowNanos, int bytes, int flag, int messageId, int from, int count) {
        int i = take(nowNanos);
        state[i] = IN_FLIGHT;
        flags[i] = (byte) flag;
        ipBytes[i] = bytes;
        message[i] = messageId;
        offset[i] = from;
        length[i] = count;
    }

    /// A packet that nobody waits for.
    void addUntracked(long nowNanos) {
        int i = take(nowNanos); // before the array is named: it may be another one then
        state[i] = SETTLED;
    }

    byte state(long number) {
        return state[(int) number & mask];
    }

    void settle(long number) {
        state[(int) number & mask] = SETTLED;
    }

    void miss(long number) {
        if (state[(int) number & mask] == IN_FLIGHT) {
            state[(int) number & mask] = MISSING;
        }
    }

    void lose(long number) {
        state[(int) number & mask] = LOST;
    }

    int flags(long number) {
        return flags[(int) number & mask];
    }

    int ipBytes(long number) {
        return ipBytes[(int) number & mask];
    }

    int message(long number) {
        return message[(int) number & mask];
    }

    int offset(long number) {
        return offset[(int) number & mask];
    }

    int length(long number) {
        return length[(int) number & mask];
    }

    long sentNanos(long number) {
        return sentNanos[(int) number & mask];
    }

    private int take(long nowNanos) {
        if (next - oldest() > mask / 2) {
            grow();
        }
        int i = (int) next & mask;
        sentNanos[i] = nowNanos;
        next++;
        return i;
    }

    /// Twice as much as is unresolved, so that late arrivals of what was taken for lost are still
    /// recognised.
    private void grow() {
        int capacity = mask + 1;
        if (capacity >= 2 * MAX_PACKETS) {
            if (next - oldest > mask) {
                throw new IllegalStateException("more than " + MAX_PACKETS + " packets in flight");
            }
            return;
        }
        // A number's place is its low bits: behind the doubling, numbers with the new bit set sit in the upper half.
        state = Arrays.copyOf(state, 2 * capacity);
        flags = Arrays.copyOf(flags, 2 * capacity);
        ipBytes = Arrays.copyOf(ipBytes, 2 * capacity);
        message = Arrays.copyOf(message, 2 * capacity);
        offset = Arrays.copyOf(offset, 2 * capacity);
        length = Arrays.copyOf(length, 2 * capacity);
        sentNanos = Arrays.copyOf(sentNanos, 2 * capacity);
        long from = floor();
        mask = 2 * capacity - 1;
        for (long number = from; number < next; number++) {
            if (((int) number & mask) >= capacity) {
                move((int) number & (capacity - 1), (int) number & mask);
            }
        }
        forget(from);
    }

    private void move(int from, int to) {
        state[to] = state[from];
        flags[to] = flags[from];
        ipBytes[to] = ipBytes[from];
        message[to] = message[from];
        offset[to] = offset[from];
        length[to] = length[from];
        sentNanos[to] = sentNanos[from];
    }

    /// What is older than before the growth is unknown: [#floor] now reaches further back than the
    /// ring's content.
    private void forget(long before) {
        for (long number = floor(); number < before; number++) {
            state[(int) number & mask] = SETTLED;
        }
    }
}
