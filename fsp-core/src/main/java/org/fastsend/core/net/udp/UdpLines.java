package org.fastsend.core.net.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The connections on a loop. What is wrong with one is no other's end, nor is it if there is no memory for what it
/// brings. The loop's own: not thread-safe.
final class UdpLines {
    private static final Logger LOG = LoggerFactory.getLogger(UdpLines.class);

    private final Map<Long, UdpLine> byId = new HashMap<>();
    private final List<UdpLine> lines = new ArrayList<>();
    /// That was looked for last: most datagrams come behind another of theirs.
    private @Nullable UdpLine last;

    void add(UdpLine line) {
        lines.add(line);
        byId.put(line.id(), line);
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /// The connection whose datagrams have that id; null if there is none.
    @Nullable
    UdpLine find(long id) {
        UdpLine line = last;
        if (line == null || line.id() != id) {
            line = byId.get(id);
            last = line;
        }
        return line;
    }

    /// Gives a connection its datagram.
    void take(UdpLine line, byte[] bytes, int offset, int length, InetSocketAddress from, long arrivedNanos) {
        if (line.isOver()) {
            return; // it failed on a datagram before
        }
        try {
            line.connection().handleDatagram(bytes, offset, length, from, arrivedNanos);
            line.touch();
        } catch (RuntimeException | OutOfMemoryError e) {
            fail(line, e, arrivedNanos);
        }
    }

    /// Gives each its turn, and forgets those that are over. Returns how long nothing is due, but no more than so long.
    long turn(long nowNanos, long longestNanos) throws IOException {
        long wait = longestNanos;
        for (Iterator<UdpLine> all = lines.iterator(); all.hasNext(); ) {
            UdpLine line = all.next();
            long deadline = turn(line, nowNanos);
            if (line.isOver()) {
                all.remove();
                byId.remove(line.id(), line);
                last = null;
            } else if (deadline != Long.MAX_VALUE) {
                wait = Math.min(wait, deadline - nowNanos);
            }
        }
        return wait;
    }

    private static long turn(UdpLine line, long nowNanos) throws IOException {
        try {
            return line.turn(nowNanos);
        } catch (RuntimeException | OutOfMemoryError e) {
            fail(line, e, nowNanos);
            return Long.MAX_VALUE;
        }
    }

    private static void fail(UdpLine line, Throwable e, long nowNanos) {
        LOG.error("a UDP connection failed", e);
        end(line, "it failed here: " + e.getMessage(), nowNanos);
    }

    /// Ends them all.
    void end(String why, long nowNanos) {
        lines.forEach(line -> end(line, why, nowNanos));
    }

    /// Ends one, which need not be of these.
    static void end(UdpLine line, String why, long nowNanos) {
        try {
            line.fail(why, nowNanos);
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.error("the end of a UDP connection failed", e);
        }
    }
}
