package org.fastsend.core.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.core.channel.BlockChannel.Offer;

/// What a channel was asked for and nobody has heard the end of: the one queue from which all its streams
/// take, so that a fast stream carries more than a slow one. Every method needs the session's lock.
final class Asks {
    private final Map<Integer, Ask> unanswered = new HashMap<>();
    private final ArrayDeque<Ask> queuedPuts = new ArrayDeque<>();
    private final ArrayDeque<Ask> queuedGets = new ArrayDeque<>();
    private final ArrayDeque<Ask> cancelled = new ArrayDeque<>();
    private long bytesInFlight;
    private boolean closed;

    Offer offer(Ask ask) {
        if (closed) {
            return Offer.CLOSED;
        }
        // A number that is still unanswered (a cancelled get, say) cannot be asked for again yet: answers name only it.
        if (queuedPuts.size() + queuedGets.size() >= TcpLimits.MAX_QUEUED_ASKS
                || unanswered.putIfAbsent(ask.number(), ask) != null) {
            return Offer.BACKPRESSURED;
        }
        (ask.isPut() ? queuedPuts : queuedGets).add(ask);
        bytesInFlight += ask.putBytes();
        return Offer.ACCEPTED;
    }

    /// What the stream may ask next. Gets go to a stream that has the fewest unanswered, since asking for a
    /// block says nothing about how fast it will come; puts go to whichever stream's connection takes them.
    ///
    /// @param fewestGets of any stream that still asks
    Optional<Ask> next(StreamAsker stream, int fewestGets) {
        Optional<Ask> next = Optional.empty();
        if (!queuedGets.isEmpty() && stream.gets() <= fewestGets && stream.hasRoomForGet()) {
            next = Optional.of(queuedGets.remove());
        } else if (!queuedPuts.isEmpty() && stream.hasRoomForPut(queuedPuts.element())) {
            next = Optional.of(queuedPuts.remove());
        }
        next.ifPresent(ask -> {
            ask.state(ask.isPut() ? Ask.State.WRITING : Ask.State.ASKED);
            ask.stream(stream);
        });
        return next;
    }

    boolean hasQueued() {
        return !queuedGets.isEmpty() || !queuedPuts.isEmpty();
    }

    /// Takes back an ask that waits for a stream, or tells which ask is under way; empty if there is none.
    Optional<Ask> cancel(int number) {
        Ask ask = unanswered.get(number);
        if (ask == null || ask.isCancelled()) {
            return Optional.empty();
        }
        ask.cancel();
        if (ask.state() == Ask.State.QUEUED) {
            queuedPuts.remove(ask);
            queuedGets.remove(ask);
            cancelled.add(ask);
        }
        return Optional.of(ask);
    }

    /// The next ask that was taken back and must be reported lost.
    Optional<Ask> nextCancelled() {
        Optional<Ask> next = Optional.ofNullable(cancelled.poll());
        next.ifPresent(this::end);
        return next;
    }

    boolean hasCancelled() {
        return !cancelled.isEmpty();
    }

    /// The listener is about to hear of this ask.
    void end(Ask ask) {
        if (unanswered.remove(ask.number(), ask)) {
            bytesInFlight -= ask.putBytes();
        }
    }

    long bytesInFlight() {
        return bytesInFlight;
    }

    void close() {
        closed = true;
    }

    /// Everything that was never answered; nothing is left.
    List<Ask> drain() {
        List<Ask> all = new ArrayList<>(unanswered.values());
        unanswered.clear();
        queuedPuts.clear();
        queuedGets.clear();
        cancelled.clear();
        bytesInFlight = 0;
        return all;
    }
}
