package org.fastsend.server.command;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.fastsend.server.control.ControlEvent;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A session's life, on as few threads as it needs. At any time one thread listens to the client, and
/// does what it is asked by itself: no command, and no transfer of a small file, costs a change of
/// threads. A transfer that turns out to take a while goes on where it began, and another thread
/// listens meanwhile. While the client is silent, listening is left to a virtual thread, of which there
/// may be many. Thread-safe.
public final class CommandLoop {
    private static final Logger LOG = LoggerFactory.getLogger(CommandLoop.class);

    /// How long a client that just spoke is listened to by the same thread.
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long FIRST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Session session;
    private final Dialogue dialogue;
    private final Threads threads;
    private final Consumer<CommandLoop> whenOver;
    /// Held by whoever has the floor.
    private final ReentrantLock floor = new ReentrantLock();

    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean draining;

    /// Where sessions run.
    ///
    /// @param working platform threads, kept for the next: they wait in disks and sockets without anybody else
    /// @param watching virtual ones, for who waits long or only watches
    public record Threads(Executor working, Executor watching) {}

    /// A part of the dialogue; what there is to run then.
    private interface Part {
        Optional<Beside> speak() throws InterruptedException;
    }

    /// Made with what is to be done when the session is over.
    public CommandLoop(Session session, VerbTable verbs, Threads threads, Consumer<CommandLoop> whenOver) {
        this.session = session;
        this.dialogue = new Dialogue(session, verbs);
        this.threads = threads;
        this.whenOver = whenOver;
    }

    /// Begins the session on the calling thread, a working one, which is free again when the client is
    /// silent.
    public void begin() {
        dialogue.greet();
        new Turn().listen();
    }

    /// Ends the session as soon as no transfer runs.
    public void drain() {
        draining = true;
        hangUpIfDraining();
    }

    /// Ends the session at once.
    public void breakOff() {
        dialogue.breakOff();
        session.control().close(Dialogue.DRAINING);
    }

    /// Closes the session when its client has left replies unread for too long.
    public void closeIfStuck() {
        session.control().closeIfStuck();
    }

    /// Who has the floor looks, when giving it up, whether this came meanwhile: it never waits for the
    /// floor.
    private void hangUpIfDraining() {
        if (draining && dialogue.isOpen() && floor.tryLock()) {
            try {
                dialogue.drain();
            } finally {
                floor.unlock();
            }
            closeIfOver();
        }
    }

    /// Has whoever listens hear that it is over.
    private void closeIfOver() {
        if (!dialogue.isOpen()) {
            session.control().close();
        }
    }

    private Optional<Beside> withFloor(Part part) {
        floor.lock();
        try {
            return dialogue.isOpen() ? part.speak() : Optional.empty();
        } catch (InterruptedException _) {
            dialogue.breakOff();
            return Optional.empty();
        } catch (RuntimeException | Error e) {
            dialogue.fail(e);
            return Optional.empty();
        } finally {
            floor.unlock();
            hangUpIfDraining();
            closeIfOver();
        }
    }

    private long patienceNanos() {
        floor.lock();
        try {
            return dialogue.patienceNanos();
        } finally {
            floor.unlock();
        }
    }

    /// Listens on a virtual thread until there is something to do.
    private void await() {
        boolean handedOver = false;
        try {
            ControlEvent event = next(patienceNanos());
            handedOver = isTaken(threads.working(), () -> new Turn().listen(event));
        } finally {
            if (!handedOver) {
                end();
            }
        }
    }

    /// Listens for so long, and looks ever more seldom whether the client has begun TLS on a data connection instead:
    /// some wait for it a while (curl) or for ever (aioftp) before they ask for the transfer.
    private ControlEvent next(long patienceNanos) {
        long leftNanos = patienceNanos;
        long sliceNanos = FIRST_LOOK_NANOS;
        while (leftNanos > sliceNanos && meetEarly()) {
            ControlEvent event = session.control().next(sliceNanos);
            if (event != ControlEvent.Signal.SILENT) {
                return event;
            }
            leftNanos -= sliceNanos;
            sliceNanos = Math.min(2 * sliceNanos, LINGER_NANOS);
        }
        return session.control().next(leftNanos);
    }

    private boolean meetEarly() {
        floor.lock();
        try {
            return dialogue.isOpen() && dialogue.beside().isEmpty() && session.meetEarly();
        } catch (InterruptedException _) {
            dialogue.breakOff();
            return false;
        } finally {
            floor.unlock();
        }
    }

    /// Without a thread the session ends here.
    private void execute(Executor executor, Runnable task) {
        if (!isTaken(executor, task)) {
            end();
        }
    }

    /// Whether there is a thread for it: there is none when the server is being closed, or the system has no more.
    private boolean isTaken(Executor executor, Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.warn("no thread for the session of {}: {}", session.control().peer(), e.getMessage());
            return false;
        }
    }

    /// Once, whoever finds first that it is over.
    private void end() {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        dialogue.breakOff();
        session.control().close();
        beside().ifPresent(Beside::end);
        floor.lock();
        try {
            session.close();
        } finally {
            floor.unlock();
            whenOver.accept(this);
        }
    }

    private Optional<Beside> beside() {
        floor.lock();
        try {
            return dialogue.beside();
        } finally {
            floor.unlock();
        }
    }

    /// What one thread does in one go.
    private final class Turn {
        private boolean listening = true;

        void listen() {
            listen(Optional.empty());
        }

        void listen(ControlEvent heard) {
            listen(Optional.of(heard));
        }

        private void listen(Optional<ControlEvent> heard) {
            try {
                if (heard.isPresent()) {
                    work(withFloor(() -> dialogue.hear(heard.get())));
                }
                while (listening && dialogue.isOpen()) {
                    listenOnce(patienceNanos());
                }
            } finally {
                if (listening) {
                    end();
                }
            }
        }

        private void listenOnce(long patienceNanos) {
            ControlEvent event = next(Math.min(LINGER_NANOS, patienceNanos));
            if (event == ControlEvent.Signal.SILENT && patienceNanos > LINGER_NANOS) {
                listening = false;
                execute(threads.watching(), CommandLoop.this::await);
            } else {
                work(withFloor(() -> dialogue.hear(event)));
            }
        }

        private void work(Optional<Beside> begun) {
            Optional<Beside> next = begun;
            while (next.isPresent()) {
                Beside work = next.get();
                if (work.transfer().isOnlyWatching()) {
                    session.control().sendHeld();
                    execute(threads.watching(), () -> watch(work));
                    return;
                }
                Reply reply = work.run(this::leaveListening);
                next = withFloor(() -> dialogue.conclude(work, reply));
            }
        }

        /// What follows is somebody else's to listen to. While there is nobody else, the transfer goes on unheard, and
        /// this thread listens again behind it.
        private void leaveListening() {
            session.control().sendHeld();
            if (listening) {
                listening = !isTaken(threads.working(), () -> new Turn().listen());
            }
        }
    }

    private void watch(Beside work) {
        Reply reply = work.run(() -> {});
        execute(threads.working(), () -> {
            Turn turn = new Turn();
            turn.listening = false;
            turn.work(withFloor(() -> dialogue.conclude(work, reply)));
        });
    }
}
