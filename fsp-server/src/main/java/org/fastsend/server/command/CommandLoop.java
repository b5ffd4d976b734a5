package org.fastsend.server.command;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.fastsend.server.control.ControlEvent;
import org.fastsend.server.control.ControlLine;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.LoginState;
import org.fastsend.server.session.Patience;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Running;
import org.fastsend.server.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A session's life: reads commands, runs their verbs, and lets one transfer at a time go on beside them. Runs on a
/// thread of its own, plainly one thing after the other; while a transfer runs, urgent verbs are done at once and
/// others wait for its end, in order.
public final class CommandLoop implements Runnable {
    /// Commands that may wait behind a transfer.
    static final int MAX_WAITING = 16;

    /// What a stranger may get wrong before the connection is closed: browsers talked into sending HTTP here do.
    static final int MAX_STRANGER_FAULTS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(CommandLoop.class);
    private static final Reply DRAINING = Reply.of(ReplyCode.CLOSING, "The server is shutting down");

    private final Session session;
    private final VerbTable verbs;
    private final Threads threads;
    private final Deque<String> waiting = new ArrayDeque<>();
    private Optional<Beside> beside = Optional.empty();
    private final long startNanos;
    private int strangerFaults;
    private boolean open = true;
    private volatile boolean draining;

    /// Where transfers run, each on a thread for itself: those that move files on platform threads, since disks block;
    /// those that only watch on virtual ones, since there may be many.
    public record Threads(Executor moving, Executor watching) {}

    public CommandLoop(Session session, VerbTable verbs, Threads threads) {
        this.session = session;
        this.verbs = verbs;
        this.threads = threads;
        this.startNanos = session.site().timer().nanos();
    }

    /// Ends the session as soon as no transfer runs. Thread-safe.
    public void drain() {
        draining = true;
        session.control().wake();
    }

    @Override
    public void run() {
        try {
            session.control().send(Reply.of(ReplyCode.READY, "FSP server ready"));
            while (open) {
                step();
            }
        } catch (InterruptedException _) {
            session.control().send(DRAINING);
        } catch (RuntimeException e) {
            LOG.error("session of {} failed", session.control().peer(), e);
            session.control().send(Reply.of(ReplyCode.CLOSING, "Internal error"));
        } finally {
            beside.ifPresent(Beside::end);
            session.close();
        }
    }

    private void step() throws InterruptedException {
        if (beside.isEmpty() && draining) {
            hangUp(DRAINING);
            return;
        }
        if (beside.isEmpty() && !waiting.isEmpty()) {
            obey(waiting.removeFirst());
            return;
        }
        long patienceNanos = patienceNanos();
        if (patienceNanos <= 0) {
            hangUp(Reply.of(ReplyCode.CLOSING, "Logging in took too long"));
            return;
        }
        switch (session.control().next(patienceNanos)) {
            case ControlLine.Text(String text) -> hear(text);
            case ControlLine.TooLong() -> fault(Reply.of(ReplyCode.UNKNOWN_COMMAND, "The line is too long"));
            case ControlLine.Malformed(String reason) -> fault(Reply.of(ReplyCode.BAD_ARGUMENT, reason));
            case ControlEvent.Signal.GONE -> open = false;
            case ControlEvent.Signal.SILENT -> {
                if (beside.isEmpty()) {
                    hangUp(Reply.of(ReplyCode.CLOSING, "Nothing was said for too long"));
                }
            }
            case ControlEvent.Signal.WOKEN -> beside.filter(Beside::isDone).ifPresent(this::conclude);
        }
    }

    private long patienceNanos() {
        Patience patience = session.site().policy().patience();
        if (session.login() instanceof LoginState.LoggedIn || beside.isPresent()) {
            return patience.idleNanos();
        }
        // Whatever a stranger says in the meantime, slowly or not.
        long left = startNanos + patience.loginNanos() - session.site().timer().nanos();
        return Math.min(patience.idleNanos(), left);
    }

    private void hear(String line) throws InterruptedException {
        if (beside.isEmpty() || verbs.find(verbOf(line)).filter(Verb::isUrgent).isPresent()) {
            obey(line);
        } else if (verbOf(line).equals("AUTH") || waiting.size() >= MAX_WAITING) {
            session.control().send(Reply.of(ReplyCode.BAD_SEQUENCE, "A transfer is running"));
        } else {
            waiting.add(line);
            if (verbOf(line).equals("QUIT") && beside.get().transfer().isOnlyWatching()) {
                beside.get().stop();
            }
        }
    }

    private void obey(String line) throws InterruptedException {
        String name = verbOf(line);
        String argument = line.length() > name.length() ? line.substring(name.length() + 1) : "";
        Optional<Verb> verb = verbs.find(name);
        boolean tellable = verb.isPresent() && !verb.get().isSecret();
        LOG.debug("{} {} {}", session.control().peer(), name, tellable ? argument : "...");
        if (verb.isEmpty()) {
            fault(Reply.of(ReplyCode.UNKNOWN_COMMAND, "There is no command " + shown(name)));
        } else if (!verb.get().isForStrangers() && !(session.login() instanceof LoginState.LoggedIn)) {
            fault(Reply.of(ReplyCode.NOT_LOGGED_IN, "Log in with USER and PASS first"));
        } else {
            effect(outcome(verb.get(), argument));
        }
    }

    private Outcome outcome(Verb verb, String argument) throws InterruptedException {
        try {
            return verb.run(session, argument);
        } catch (Refused e) {
            return new Outcome.Answer(e.reply());
        } catch (IOException e) {
            LOG.debug("{} {} failed", verb.name(), argument, e);
            return new Outcome.Answer(FileFailure.reply(e, argument));
        }
    }

    private void effect(Outcome outcome) {
        switch (outcome) {
            case Outcome.Answer(Reply reply) -> session.control().send(reply);
            case Outcome.Start(Reply opening, Running transfer) -> {
                session.control().send(opening);
                start(transfer);
            }
            case Outcome.Work(Running work) -> start(work);
            case Outcome.Abort() -> abort();
            case Outcome.Secure(Reply agreed) -> {
                if (!session.control().startTls(session.site().newTls(), agreed)) {
                    LOG.warn("plaintext behind AUTH from={}", session.control().peer());
                    hangUp(Reply.of(ReplyCode.CLOSING, "Nothing may stand behind AUTH"));
                }
            }
            case Outcome.Unsecure(Reply agreed) -> session.control().stopTls(agreed);
            case Outcome.Close(Reply last) -> hangUp(last);
        }
    }

    private void start(Running transfer) {
        session.running(Optional.of(transfer));
        beside = Optional.of(Beside.start(
                transfer, transfer.isOnlyWatching() ? threads.watching() : threads.moving(), session.control()::wake));
    }

    /// RFC 959 section 4.1.3: the transfer ends with 426, and then ABOR itself with 226.
    private void abort() {
        if (beside.isPresent()) {
            beside.get().abort();
        } else {
            session.control().send(Reply.of(ReplyCode.DATA_DONE, "No transfer is running"));
        }
    }

    private void conclude(Beside done) {
        beside = Optional.empty();
        session.running(Optional.empty());
        session.control().send(done.reply());
        if (done.wasAborted()) {
            session.control().send(Reply.of(ReplyCode.DATA_DONE, "The transfer was stopped"));
        }
    }

    private void fault(Reply reply) {
        strangerFaults += session.login() instanceof LoginState.LoggedIn ? 0 : 1;
        if (strangerFaults >= MAX_STRANGER_FAULTS) {
            hangUp(Reply.of(ReplyCode.CLOSING, "Too many commands that make no sense"));
        } else {
            session.control().send(reply);
        }
    }

    private void hangUp(Reply last) {
        session.control().send(last);
        open = false;
    }

    private static String verbOf(String line) {
        int space = line.indexOf(' ');
        return (space < 0 ? line : line.substring(0, space)).toUpperCase(Locale.ROOT);
    }

    /// A word of a stranger, made fit to be shown.
    private static String shown(String name) {
        String text = name.replaceAll("[^ -~]", "?");
        return text.length() > 20 ? text.substring(0, 20) + "..." : text;
    }
}
