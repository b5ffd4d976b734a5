package org.fastsend.core.congestion;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/// A small world of links and senders in virtual time, packets without content: only what a controller can notice. Far
/// faster than the real machine, so that many cells can be tried. A seed repeats a run exactly.
final class SimWorld {
    static final long MS = 1_000_000;
    static final long SECOND = 1_000_000_000;

    private record Event(long atNanos, long sequence, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long sequence;
    long now;
    final Random random;
    final List<SimFlow> flows = new ArrayList<>();

    SimWorld(long seed) {
        random = new Random(seed);
    }

    void at(long atNanos, Runnable what) {
        events.add(new Event(Math.max(now, atNanos), sequence++, what));
    }

    void run(long untilNanos) {
        while (!events.isEmpty() && events.peek().atNanos <= untilNanos) {
            Event next = events.poll();
            now = next.atNanos;
            next.what.run();
        }
        now = untilNanos;
    }

    /// A drop-tail queue and the wire behind it.
    final class Link {
        double bytesPerSecond;
        final double bufferBytes;
        /// Tokens instead of a queue if positive: a policer of that depth.
        double policerBytes;
        private double tokens;
        private long tokenNanos;
        private double busyUntil;
        long dropped;
        long passed;
        double queueSum;
        double queueCount;
        final long[] histogram = new long[100_000];

        Link(double bitsPerSecond, double bufferBytes) {
            this.bytesPerSecond = bitsPerSecond / 8;
            this.bufferBytes = bufferBytes;
        }

        /// When the packet leaves the queue; -1 if it was dropped.
        long offer(int bytes) {
            if (policerBytes > 0) {
                tokens = Math.min(policerBytes, tokens + (now - tokenNanos) * 1e-9 * bytesPerSecond);
                tokenNanos = now;
                if (tokens < bytes) {
                    dropped++;
                    return -1;
                }
                tokens -= bytes;
                passed++;
                return now;
            }
            double backlogNanos = Math.max(0, busyUntil - now);
            if (backlogNanos * 1e-9 * bytesPerSecond + bytes > bufferBytes + bytes) {
                dropped++;
                return -1;
            }
            note(backlogNanos);
            busyUntil = Math.max(busyUntil, (double) now) + bytes * 1e9 / bytesPerSecond;
            passed++;
            return (long) Math.ceil(busyUntil);
        }

        private void note(double backlogNanos) {
            queueSum += backlogNanos;
            queueCount++;
            histogram[(int) Math.min(histogram.length - 1.0, backlogNanos / 1e5)]++;
        }

        double meanQueueMillis() {
            return queueSum / Math.max(1, queueCount) / 1e6;
        }

        double p95QueueMillis() {
            long left = (long) (queueCount * 0.05);
            int i = histogram.length - 1;
            while (i > 0 && (left -= histogram[i]) > 0) {
                i--;
            }
            return i / 10.0;
        }

        void resetStatistics() {
            queueSum = 0;
            queueCount = 0;
            java.util.Arrays.fill(histogram, 0);
        }
    }
}
