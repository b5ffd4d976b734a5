package org.fastsend.server.command;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.fastsend.server.net.ClientNetwork;

/// Turns at hashing, of which there are few. Each client has one at most, or one place in the line for them: whoever
/// asks for a hundred hashes over a hundred connections waits for himself, and nobody else does. Thread-safe.
final class HashTurns {
    private final Semaphore turns;
    private final Map<ClientNetwork, Line> lines = new HashMap<>();

    /// One client's own line. There are as many in it as the client has sessions.
    private static final class Line {
        private final Semaphore head = new Semaphore(1, true);
        private int members;
    }

    /// A turn; closing it gives it to the next.
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    HashTurns(int atOnce) {
        turns = new Semaphore(atOnce, true);
    }

    Turn take(ClientNetwork client) throws InterruptedException {
        Line line = enter(client);
        try {
            line.head.acquire();
        } catch (InterruptedException e) {
            leave(client);
            throw e;
        }
        try {
            turns.acquire();
        } catch (InterruptedException e) {
            line.head.release();
            leave(client);
            throw e;
        }
        return () -> {
            turns.release();
            line.head.release();
            leave(client);
        };
    }

    /// How many of a client's have a turn or wait.
    synchronized int members(ClientNetwork client) {
        Line line = lines.get(client);
        return line == null ? 0 : line.members;
    }

    private synchronized Line enter(ClientNetwork client) {
        Line line = lines.computeIfAbsent(client, _ -> new Line());
        line.members++;
        return line;
    }

    private synchronized void leave(ClientNetwork client) {
        lines.computeIfPresent(client, (_, line) -> --line.members == 0 ? null : line);
    }
}
