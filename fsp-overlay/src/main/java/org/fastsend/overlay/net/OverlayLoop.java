package org.fastsend.overlay.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.time.NanoClock;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.node.Answered;
import org.fastsend.overlay.node.Known;
import org.fastsend.overlay.node.Outgoing;
import org.fastsend.overlay.peer.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs a participant on one thread over one UDP socket. Other threads only leave something for that thread to do.
final class OverlayLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OverlayLoop.class);
    private static final long LONGEST_WAIT_NANOS = 1_000_000_000;
    /// Tasks that may wait; what comes over TCP beyond that is dropped, as over UDP.
    private static final int MAX_TASKS = 1024;
    /// One failure in so long is told of: others may be able to cause them.
    private static final long TELL_NANOS = 1_000_000_000;
    /// What is due and fails is due again at once.
    private static final long FAILED_WAIT_NANOS = 10_000_000;

    private final DatagramIo socket;
    private final SecureLinks links;
    private final NanoClock clock;
    private final TcpPipes pipes;
    private final Observer observer;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<Long, CompletableFuture<Answered>> asked = new HashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private Participant participant;
    private volatile boolean closed;
    private boolean failed;
    private boolean told;
    private long toldNanos;

    /// Sees messages before the participant does, and as they leave, on the loop's thread.
    interface Observer {
        /// A message goes out, on the loop's thread.
        void sent(Endpoint to, Message message);

        void message(SecureLinks.Received received, long nowNanos);

        /// Called at least every second.
        void tick(long nowNanos);

        Observer NONE = new Observer() {
            @Override
            public void sent(Endpoint to, Message message) {
                // nor by what it asks
            }

            @Override
            public void message(SecureLinks.Received received, long nowNanos) {
                // an asker learns nothing on the way
            }

            @Override
            public void tick(long nowNanos) {
                // an asker keeps nothing
            }
        };
    }

    OverlayLoop(DatagramIo socket, SecureLinks links, NanoClock clock, Participant participant, Observer observer) {
        this.socket = socket;
        this.links = links;
        this.clock = clock;
        this.participant = participant;
        this.observer = observer;
        this.pipes = new TcpPipes(
                new TcpPipes.Listener() {
                    @Override
                    public void datagram(Path from, byte[] bytes) {
                        if (tasks.size() < MAX_TASKS) {
                            post(() -> arrived(from, bytes, clock.nanos()));
                        }
                    }

                    @Override
                    public void closed(Path path) {
                        post(() -> links.handleClosed(path));
                    }
                },
                clock);
    }

    void start() {
        Thread.ofPlatform().daemon().name("fsp-overlay " + port()).start(this::run);
    }

    /// Where datagrams come to.
    int port() {
        return socket.localAddress().getPort();
    }

    TcpPipes pipes() {
        return pipes;
    }

    /// From any thread.
    void post(Runnable task) {
        tasks.add(task);
        socket.wakeUp();
    }

    /// @param asking begins a query at the time given, on the loop's thread, and returns its number
    CompletableFuture<Answered> ask(LongUnaryOperator asking) {
        CompletableFuture<Answered> answer = new CompletableFuture<>();
        post(
                () -> {
                    asked.put(asking.applyAsLong(clock.nanos()), answer);
                },
                answer);
        return answer;
    }

    CompletableFuture<List<Known>> known() {
        CompletableFuture<List<Known>> known = new CompletableFuture<>();
        post(() -> known.complete(participant.known()), known);
        return known;
    }

    /// @param result of the task, for which nobody waits in vain if the task fails
    private void post(Runnable task, CompletableFuture<?> result) {
        post(() -> {
            try {
                task.run();
            } catch (RuntimeException | OutOfMemoryError e) {
                result.completeExceptionally(e);
                throw e;
            }
        });
    }

    /// On the loop's thread: sends something beside what the participant sends.
    void send(Endpoint to, Message message) {
        observer.sent(to, message);
        links.send(to, 0, message, clock.nanos());
    }

    /// On the loop's thread: another takes the participant's place.
    void replace(Function<Participant, Participant> by) {
        participant = by.apply(participant);
    }

    @Override
    public void close() {
        closed = true;
        socket.wakeUp();
        try {
            ended.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it ends by itself
        }
    }

    private void run() {
        try (socket;
                pipes) {
            while (!closed) {
                socket.receive((bytes, offset, length, from, waitedNanos) -> attempt(() -> arrived(
                        Path.udp(Endpoint.of(from)),
                        Arrays.copyOfRange(bytes, offset, offset + length),
                        clock.nanos() - waitedNanos)));
                runTasks();
                attempt(() -> observer.tick(clock.nanos()));
                attempt(pipes::tend);
                attempt(this::work);
                long due = Math.min(nextDeadlineNanos() - clock.nanos(), LONGEST_WAIT_NANOS);
                long wait = failed ? Math.max(due, FAILED_WAIT_NANOS) : due;
                failed = false;
                if (wait > 0 && tasks.isEmpty()) {
                    socket.await(wait, false);
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("the overlay's socket failed: {}", e.getMessage(), e);
        } finally {
            runTasks();
            asked.values().forEach(answer -> answer.cancel(false));
            ended.countDown();
        }
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            attempt(task);
        }
    }

    /// What is wrong with one datagram or task is no other's end, nor is it if there is no memory for it.
    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | OutOfMemoryError e) {
            failed = true;
            long now = clock.nanos();
            if (!told || now - toldNanos >= TELL_NANOS) {
                told = true;
                toldNanos = now;
                LOG.error("a step of the overlay failed", e);
            } else {
                LOG.debug("a step of the overlay failed", e);
            }
        }
    }

    private void arrived(Path from, byte[] datagram, long now) {
        links.handle(from, datagram, now).ifPresent(received -> {
            observer.message(received, now);
            participant.handleMessage(received.from(), received.message(), now);
        });
        work();
    }

    private void work() {
        long now = clock.nanos();
        if (now >= participant.nextDeadlineNanos()) {
            attempt(() -> participant.handleTimeout(now));
        }
        for (Optional<Outgoing> next = participant.pollOutput(); next.isPresent(); next = participant.pollOutput()) {
            Outgoing out = next.get();
            attempt(() -> send(out));
        }
        for (Optional<Answered> next = participant.pollAnswer(); next.isPresent(); next = participant.pollAnswer()) {
            Answered answered = next.get();
            Optional.ofNullable(asked.remove(answered.number())).ifPresent(answer -> answer.complete(answered));
        }
        if (now >= links.nextDeadlineNanos()) {
            attempt(() -> links.handleTimeout(now));
        }
        transmit();
    }

    /// Each message leaves before the next one is looked at: sealing one, or greeting somebody new, takes so long that
    /// whoever is probed after it would seem to be farther away.
    private void send(Outgoing out) {
        long now = clock.nanos();
        observer.sent(out.to(), out.message());
        links.send(out.to(), out.toId(), out.message(), now);
        if (out.message() instanceof Message.Probe(long nonce)) {
            participant.handleSent(nonce, now);
        }
        transmit();
    }

    private void transmit() {
        for (Optional<PipeNews> next = links.pollPipeNews(); next.isPresent(); next = links.pollPipeNews()) {
            switch (next.get()) {
                case PipeNews.Authentic(Endpoint peer) -> pipes.heard(peer);
                case PipeNews.Unused(Endpoint peer) -> pipes.drop(peer);
            }
        }
        for (Optional<SecureLinks.Transmit> next = links.poll(); next.isPresent(); next = links.poll()) {
            transmit(next.get());
        }
    }

    private void transmit(SecureLinks.Transmit transmit) {
        Path path = transmit.path();
        byte[] datagram = transmit.datagram();
        if (path.tcp()) {
            pipes.send(path.endpoint(), datagram);
            return;
        }
        InetSocketAddress to = path.endpoint().toSocketAddress();
        try {
            socket.send(datagram, 0, datagram.length, datagram.length, to);
        } catch (IOException e) {
            LOG.debug("no datagram to {}: {}", to, e.getMessage()); // as if the network had lost it
        }
    }

    private long nextDeadlineNanos() {
        return Math.min(participant.nextDeadlineNanos(), links.nextDeadlineNanos());
    }
}
