package org.fastsend.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.fastsend.server.command.CommandLoop;
import org.fastsend.server.command.Extension;
import org.fastsend.server.command.Feat;
import org.fastsend.server.command.FtpVerbs;
import org.fastsend.server.command.Help;
import org.fastsend.server.command.Opts;
import org.fastsend.server.command.Verb;
import org.fastsend.server.command.VerbTable;
import org.fastsend.server.control.ControlConnection;
import org.fastsend.server.control.ControlListener;
import org.fastsend.server.net.SessionTls;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;
import org.fastsend.server.session.Site;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running FTP server: its ports, its sessions, and the threads that serve them. Thread-safe.
public final class FtpServer implements AutoCloseable {
    /// How long sessions that are broken off may take to let go of what they hold.
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long STUCK_LOOK_SECONDS = 10;

    /// Sessions that do something at the same time, on a thread of the system each.
    private static final int MAX_WORKING_THREADS = 2000;

    private static final long SPARE_THREAD_SECONDS = 20;
    private static final Logger LOG = LoggerFactory.getLogger(FtpServer.class);

    private final List<Verb> ftpVerbs = FtpVerbs.all();
    /// Of sessions without an extension.
    private final VerbTable plain = verbs(Extension.NONE);

    private final Site site;
    private final Supplier<Extension> extensions;
    private final ExecutorService watching = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("fsp-waiting-", 0).factory());
    /// Threads that serve sessions stay for the next: making one costs more than sending a small file.
    /// When all are busy, virtual ones have to do.
    private final ExecutorService working = new ThreadPoolExecutor(
            0,
            MAX_WORKING_THREADS,
            SPARE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("fsp-session-", 0).factory(),
            (task, _) -> watching.execute(task));
    private final Set<CommandLoop> sessions = new HashSet<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<ControlListener> listeners = new CopyOnWriteArrayList<>();
    private boolean draining;

    private FtpServer(Site site, Supplier<Extension> extensions) {
        this.site = site;
        this.extensions = extensions;
    }

    /// Serves until closed, and listens at `address`.
    public static FtpServer start(Site site, InetSocketAddress address, Supplier<Extension> extensions)
            throws IOException {
        FtpServer server = new FtpServer(site, extensions);
        server.listen(address, Optional.empty());
        server.watching.execute(server::closeStuckSessions);
        return server;
    }

    /// Listens at one more address, where TLS is spoken from the first byte on; gives the address that
    /// it got.
    public InetSocketAddress listenForTls(InetSocketAddress address) throws IOException {
        return listen(address, Optional.of(site::newTls));
    }

    /// The address of the first listener.
    public InetSocketAddress address() {
        return listeners.getFirst().address();
    }

    public synchronized int sessions() {
        return sessions.size();
    }

    /// Tells new clients and idle ones that it is over, and lets running transfers end. True when all
    /// are closed in time.
    public boolean drain(long timeoutNanos) throws InterruptedException {
        synchronized (this) {
            draining = true;
            sessions.forEach(session -> watching.execute(session::drain));
            return awaitNoSessions(timeoutNanos);
        }
    }

    /// Breaks off whatever still runs.
    @Override
    public void close() {
        listeners.forEach(ControlListener::close);
        synchronized (this) {
            draining = true;
            sessions.forEach(session -> watching.execute(session::breakOff));
            try {
                awaitNoSessions(END_NANOS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        closed.countDown();
        working.shutdownNow();
        watching.shutdownNow();
        site.transport().close();
    }

    private synchronized boolean awaitNoSessions(long timeoutNanos) throws InterruptedException {
        long end = site.timer().nanos() + timeoutNanos;
        long left = timeoutNanos;
        while (!sessions.isEmpty() && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - site.timer().nanos();
        }
        return sessions.isEmpty();
    }

    private InetSocketAddress listen(InetSocketAddress address, Optional<Supplier<SessionTls>> implicit)
            throws IOException {
        ControlListener listener =
                ControlListener.open(address, socket -> working.execute(() -> welcome(socket, implicit)));
        listeners.add(listener);
        return listener.address();
    }

    private void welcome(Socket socket, Optional<Supplier<SessionTls>> implicit) {
        ControlConnection control;
        try {
            control = ControlConnection.take(socket, site.policy().proxies(), implicit, site.timer());
        } catch (IOException | RuntimeException e) {
            LOG.warn("a connection ended as it came from={}: {}", socket.getRemoteSocketAddress(), e.getMessage());
            close(socket);
            return;
        }
        InetAddress from = control.peer().getAddress();
        Optional<String> refusal = site.guard().isBanned(from, site.timer().nanos())
                ? Optional.of("Too many wrong passwords came from your address, try again later")
                : begin(control, from);
        refusal.ifPresent(why -> control.close(Reply.of(ReplyCode.CLOSING, why)));
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("a connection does not close in order", e);
        }
    }

    private Optional<String> begin(ControlConnection control, InetAddress from) {
        CommandLoop loop;
        synchronized (this) {
            if (draining) {
                return Optional.of("The server is shutting down");
            }
            Optional<String> refusal = site.attendance().arrive(from);
            if (refusal.isPresent()) {
                return refusal;
            }
            loop = new CommandLoop(
                    new Session(site, control),
                    verbsOfNewSession(),
                    new CommandLoop.Threads(working, watching),
                    over -> {
                        site.attendance().leave(from);
                        ended(over);
                    });
            sessions.add(loop);
        }
        loop.begin();
        return Optional.empty();
    }

    private synchronized void ended(CommandLoop loop) {
        sessions.remove(loop);
        if (draining && sessions.isEmpty()) {
            notifyAll();
        }
    }

    /// Looks now and then for clients that leave replies unread, whoever waits to send them.
    private void closeStuckSessions() {
        try {
            while (!closed.await(STUCK_LOOK_SECONDS, TimeUnit.SECONDS)) {
                List<CommandLoop> now;
                synchronized (this) {
                    now = List.copyOf(sessions);
                }
                now.forEach(CommandLoop::closeIfStuck);
            }
        } catch (InterruptedException e) {
            LOG.debug("the server is being closed", e);
        }
    }

    private VerbTable verbsOfNewSession() {
        Extension extension = extensions.get();
        return extension.equals(Extension.NONE) ? plain : verbs(extension);
    }

    private VerbTable verbs(Extension extension) {
        CompletableFuture<VerbTable> whole = new CompletableFuture<>();
        List<Verb> all = new ArrayList<>(ftpVerbs);
        all.add(new Feat(whole::join));
        all.add(new Help(whole::join));
        all.add(new Opts(extension.options()));
        all.addAll(extension.verbs());
        VerbTable table = new VerbTable(all);
        whole.complete(table);
        return table;
    }
}
