package org.fastsend.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.fastsend.server.Served;
import org.fastsend.server.net.ClientNetwork;
import org.junit.jupiter.api.Test;

class HashTurnsTest {
    private static final ClientNetwork GREEDY = new ClientNetwork("c0000201");
    private static final ClientNetwork OTHER = new ClientNetwork("c0000202");
    private static final int MANY = 100;

    private final HashTurns turns = new HashTurns(2);

    @Test
    void whoAsksForManyHashesWaitsForHimselfAndNobodyElseDoes() throws Exception {
        HashTurns.Turn first = turns.take(GREEDY);
        List<Thread> waiting = new ArrayList<>();
        for (int i = 1; i < MANY; i++) {
            waiting.add(Thread.startVirtualThread(this::takeOne));
        }
        Served.await(() -> turns.members(GREEDY) == MANY, "all to stand in line");
        FutureTask<HashTurns.Turn> other = new FutureTask<>(() -> turns.take(OTHER));
        Thread.ofVirtual().start(other);
        other.get(20, TimeUnit.SECONDS).close();
        first.close();
        for (Thread thread : waiting) {
            thread.join();
        }
        assertEquals(0, turns.members(GREEDY));
    }

    @Test
    void whoIsStoppedWhileWaitingLeavesTheLine() throws InterruptedException {
        HashTurns.Turn first = turns.take(GREEDY);
        Thread waiting = Thread.startVirtualThread(this::takeOne);
        Served.await(() -> turns.members(GREEDY) == 2, "the other to stand in line");
        waiting.interrupt();
        waiting.join();
        assertEquals(1, turns.members(GREEDY));
        first.close();
        turns.take(GREEDY).close();
    }

    private void takeOne() {
        try (HashTurns.Turn _ = turns.take(GREEDY)) {
            Thread.onSpinWait();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
