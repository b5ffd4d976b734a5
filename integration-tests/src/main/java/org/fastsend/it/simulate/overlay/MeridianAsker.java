package org.fastsend.it.simulate.overlay;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.node.Answered;
import org.fastsend.overlay.node.Outgoing;
import org.fastsend.overlay.node.Sender;
import org.fastsend.overlay.peer.Endpoint;

/// A host that asks an overlay of Meridian as published: it sends its query to a member, to the next one if no answer
/// comes, and believes what it is told.
final class MeridianAsker implements Host {
    private static final long PATIENCE_NANOS = 6 * OverlayWorld.SECOND;

    private final Map<Long, Open> open = new HashMap<>();
    private final Queue<Outgoing> outbox = new ArrayDeque<>();
    private final Queue<Answered> answers = new ArrayDeque<>();
    private long asked;

    private record Open(Query query, Queue<Endpoint> members, long deadlineNanos) {}

    @Override
    public long ask(List<Endpoint> members, Query query, long nowNanos) {
        askNext(++asked, query, new ArrayDeque<>(members), nowNanos);
        return asked;
    }

    private void askNext(long number, Query query, Queue<Endpoint> members, long nowNanos) {
        Endpoint member = members.poll();
        if (member == null) {
            open.remove(number);
            answers.add(new Answered(number, List.of(), QueryCost.NONE));
        } else {
            open.put(number, new Open(query, members, nowNanos + PATIENCE_NANOS));
            outbox.add(new Outgoing(member, 0, new Message.Ask(number, query)));
        }
    }

    @Override
    public void handleMessage(Sender from, Message message, long nowNanos) {
        switch (message) {
            case Message.Probe(long nonce) ->
                outbox.add(new Outgoing(from.endpoint(), 0, new Message.ProbeAnswer(nonce)));
            case Message.Answer answer
            when open.remove(answer.number()) != null ->
                answers.add(new Answered(answer.number(), answer.ranked(), answer.cost()));
            default -> {
                // Members talk of everything else among themselves.
            }
        }
    }

    @Override
    public void handleTimeout(long nowNanos) {
        for (var waiting : List.copyOf(open.entrySet())) {
            if (waiting.getValue().deadlineNanos() <= nowNanos) {
                askNext(
                        waiting.getKey(),
                        waiting.getValue().query(),
                        waiting.getValue().members(),
                        nowNanos);
            }
        }
    }

    @Override
    public Optional<Outgoing> pollOutput() {
        return Optional.ofNullable(outbox.poll());
    }

    @Override
    public Optional<Answered> pollAnswer() {
        return Optional.ofNullable(answers.poll());
    }

    @Override
    public long nextDeadlineNanos() {
        return open.values().stream().mapToLong(Open::deadlineNanos).min().orElse(Long.MAX_VALUE);
    }
}
