package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AcceptLoopTest {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Socket> taken = new ArrayList<>();

    @Test
    void itGoesOnWhateverAcceptingThrows() throws IOException {
        Queue<Throwable> troubles = new ArrayDeque<>(List.of(
                new IOException("no descriptors"), new OutOfMemoryError("no thread"), new IllegalStateException()));
        try (Socket socket = new Socket()) {
            new AcceptLoop(() -> acceptAfter(troubles, socket), this::takeTheLast, closed).run();
            assertEquals(List.of(socket), taken);
            assertFalse(socket.isClosed());
        }
    }

    @Test
    void aConnectionThatCannotBeTakenIsClosedAndTheNextOneTaken() throws IOException {
        try (Socket unlucky = new Socket();
                Socket lucky = new Socket()) {
            Queue<Socket> coming = new ArrayDeque<>(List.of(unlucky, lucky));
            new AcceptLoop(
                            coming::remove,
                            socket -> {
                                if (socket.equals(unlucky)) {
                                    throw new OutOfMemoryError("unable to create native thread");
                                }
                                takeTheLast(socket);
                            },
                            closed)
                    .run();
            assertTrue(unlucky.isClosed());
            assertEquals(List.of(lucky), taken);
        }
    }

    private static Socket acceptAfter(Queue<Throwable> troubles, Socket socket) throws IOException {
        return switch (troubles.poll()) {
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null -> socket;
            default -> throw new SocketException();
        };
    }

    private void takeTheLast(Socket socket) {
        taken.add(socket);
        closed.countDown();
    }
}
