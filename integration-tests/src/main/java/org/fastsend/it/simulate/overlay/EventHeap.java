package org.fastsend.it.simulate.overlay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What is going to happen, by time and, at one time, in the order of adding: a heap in flat arrays, since a simulation
/// does little else than use it.
///
/// @param <E> what happens
final class EventHeap<E> {
    private static final int ARITY = 4;
    private static final int FIRST_CAPACITY = 1 << 16;

    private long[] times = new long[FIRST_CAPACITY];
    private long[] sequences = new long[FIRST_CAPACITY];
    private @Nullable Object[] events = new @Nullable Object[FIRST_CAPACITY];
    private int size;
    private long sequence;

    boolean isEmpty() {
        return size == 0;
    }

    void add(long timeNanos, E event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            sequences = Arrays.copyOf(sequences, 2 * size);
            events = Arrays.copyOf(events, 2 * size);
        }
        int at = size++;
        long number = sequence++;
        while (at > 0) {
            int parent = (at - 1) / ARITY;
            if (times[parent] <= timeNanos) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, timeNanos, number, event);
    }

    /// The time of the first event.
    long nextNanos() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    /// Takes the first event out. There has to be one.
    @SuppressWarnings("unchecked")
    E take() {
        Object first = events[0];
        size--;
        if (size > 0) {
            sink(times[size], sequences[size], events[size]);
        }
        events[size] = null;
        if (first == null) {
            throw new IllegalStateException("nothing is going to happen");
        }
        return (E) first;
    }

    private void sink(long time, long number, @Nullable Object event) {
        int at = 0;
        for (int child = 1; child < size; child = ARITY * at + 1) {
            int least = child;
            for (int other = child + 1; other < Math.min(child + ARITY, size); other++) {
                least = isBefore(times[other], sequences[other], times[least], sequences[least]) ? other : least;
            }
            if (!isBefore(times[least], sequences[least], time, number)) {
                break;
            }
            move(least, at);
            at = least;
        }
        put(at, time, number, event);
    }

    private static boolean isBefore(long time, long number, long otherTime, long otherNumber) {
        return time < otherTime || (time == otherTime && number < otherNumber);
    }

    private void move(int from, int to) {
        put(to, times[from], sequences[from], events[from]);
    }

    private void put(int at, long time, long number, @Nullable Object event) {
        times[at] = time;
        sequences[at] = number;
        events[at] = event;
    }
}
