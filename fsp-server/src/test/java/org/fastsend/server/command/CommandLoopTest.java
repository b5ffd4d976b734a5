package org.fastsend.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.fastsend.server.ControlClient;
import org.fastsend.server.House;
import org.fastsend.server.RunningServer;
import org.fastsend.server.Served;
import org.fastsend.server.control.ControlConnection;
import org.fastsend.server.session.Session;
import org.fastsend.server.session.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLoopTest {
    private static final Executor EXHAUSTED = _ -> {
        throw new OutOfMemoryError("unable to create native thread");
    };

    @TempDir
    private Path directory;

    @Test
    void aSessionThatNoThreadIsLeftForEndsOnceAndLetsGoOfItsSocket() throws IOException, InterruptedException {
        CountDownLatch watched = new CountDownLatch(1);
        AtomicInteger ends = new AtomicInteger();
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
                ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Executor watching = task -> {
                watched.countDown();
                virtual.execute(task);
            };
            virtual.execute(() -> serve(door, _ -> new CommandLoop.Threads(EXHAUSTED, watching), ends));
            try (ControlClient client = ControlClient.connect(door.getLocalPort())) {
                assertTrue(watched.await(20, TimeUnit.SECONDS)); // silent, and so left to a virtual thread
                client.send("NOOP\r\n");
                assertTrue(client.isClosed());
                Served.await(() -> ends.get() > 0, "the session to end");
            }
        }
        assertEquals(1, ends.get());
    }

    @Test
    void aTransferBesideWhichNobodyCanListenIsDoneAllTheSame() throws IOException {
        AtomicInteger ends = new AtomicInteger();
        try (Served served = Served.in(directory);
                ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
                ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            served.large("f");
            virtual.execute(() -> serve(
                    door,
                    session -> new CommandLoop.Threads(
                            task -> (session.running().isPresent() ? EXHAUSTED : virtual).execute(task), virtual),
                    ends));
            try (ControlClient client = ControlClient.connect(door.getLocalPort())) {
                client.login("anonymous", "x");
                assertEquals(64 << 20, client.fetch("RETR f").length());
                client.say(221, "QUIT");
            }
            Served.await(() -> ends.get() > 0, "the session to end");
        }
        assertEquals(1, ends.get());
    }

    private void serve(ServerSocket door, Function<Session, CommandLoop.Threads> threads, AtomicInteger ends) {
        try {
            Site site = RunningServer.siteOf(
                    Files.createDirectories(directory.resolve("root")), directory, Optional.empty(), House.USUAL);
            Socket socket = door.accept();
            ControlConnection control =
                    ControlConnection.take(socket, site.policy().proxies(), Optional.empty(), site.timer());
            Session session = new Session(site, control);
            new CommandLoop(session, new VerbTable(FtpVerbs.all()), threads.apply(session), _ -> ends.incrementAndGet())
                    .begin();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
