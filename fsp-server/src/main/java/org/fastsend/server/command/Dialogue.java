package org.fastsend.server.command;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import org.fastsend.server.control.ControlConnection;
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

/// What is said on a control connection: obeys commands, one after the other, and lets one transfer at
/// a time go on beside them, during which urgent verbs are done at once and others wait for its end, in
/// order. Has no threads: whoever calls has the floor, one at a time, and runs the transfers that it is
/// given. [#isOpen] is thread-safe.
final class Dialogue {
    /// Commands that may wait behind a transfer.
    static final int MAX_WAITING = 16;

    /// What a stranger may get wrong before the connection is closed: browsers talked into sending HTTP
    /// here do.
    static final int MAX_STRANGER_FAULTS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(Dialogue.class);
    static final Reply DRAINING = Reply.of(ReplyCode.CLOSING, "The server is shutting down");

    private final Session session;
    private final ControlConnection control;
    private final VerbTable verbs;
    private final Deque<String> waiting = new ArrayDeque<>();
    private Optional<Beside> beside = Optional.empty();
    /// Begun, and given to nobody yet.
    private Optional<Beside> begun = Optional.empty();
    private final long startNanos;
    private long heardNanos;
    private int strangerFaults;
    private volatile boolean open = true;

    Dialogue(Session session, VerbTable verbs) {
        this.session = session;
        this.control = session.control();
        this.verbs = verbs;
        this.startNanos = session.site().timer().nanos();
        this.heardNanos = startNanos;
    }

    void greet() {
        control.send(Reply.of(ReplyCode.READY, "FSP server ready"));
    }

    /// Whether it goes on.
    boolean isOpen() {
        return open;
    }

    /// How long the client may still be silent.
    long patienceNanos() {
        Patience patience = session.site().policy().patience();
        if (beside.isPresent()) {
            return patience.idleNanos();
        }
        long idleLeft =
                heardNanos + patience.idleNanos() - session.site().timer().nanos();
        return Math.min(isStranger() ? loginLeftNanos() : session.portLeftNanos(), idleLeft);
    }

    /// Whatever a stranger says in the meantime, slowly or not.
    private long loginLeftNanos() {
        return startNanos
                + session.site().policy().patience().loginNanos()
                - session.site().timer().nanos();
    }

    private boolean isStranger() {
        return !(session.login() instanceof LoginState.LoggedIn);
    }

    /// Takes what was heard; the transfer that the caller has to run, if it asks for one.
    Optional<Beside> hear(ControlEvent event) throws InterruptedException {
        session.closeUnusedPort();
        switch (event) {
            case ControlLine.Text(String text) -> hear(text);
            case ControlLine.TooLong() -> fault(Reply.of(ReplyCode.UNKNOWN_COMMAND, "The line is too long"));
            case ControlLine.Malformed(String reason) -> fault(Reply.of(ReplyCode.BAD_ARGUMENT, reason));
            case ControlEvent.Signal.GONE -> open = false;
            case ControlEvent.Signal.SILENT -> hearNothing();
        }
        if (event instanceof ControlLine) {
            heardNanos = session.site().timer().nanos();
        }
        return takeBegun();
    }

    private void hearNothing() {
        if (patienceNanos() <= 0) {
            boolean late = isStranger() && loginLeftNanos() <= 0;
            hangUp(Reply.of(ReplyCode.CLOSING, late ? "Logging in took too long" : "Nothing was said for too long"));
        }
    }

    /// Says how a transfer ended, and goes on with what waited for that: the next transfer, if there is
    /// one.
    Optional<Beside> conclude(Beside done, Reply reply) throws InterruptedException {
        beside = Optional.empty();
        session.running(Optional.empty());
        heardNanos = session.site().timer().nanos();
        control.send(reply);
        if (done.wasAborted()) {
            control.send(Reply.of(ReplyCode.DATA_DONE, "The transfer was stopped"));
        }
        while (open && beside.isEmpty() && !waiting.isEmpty()) {
            obey(waiting.removeFirst());
        }
        return takeBegun();
    }

    /// Ends it if no transfer is running.
    void drain() {
        if (open && beside.isEmpty()) {
            hangUp(DRAINING);
        }
    }

    /// Ends it at once for a fault of ours.
    void fail(Throwable cause) {
        LOG.error("session of {} failed", control.peer(), cause);
        hangUp(Reply.of(ReplyCode.CLOSING, "Internal error"));
    }

    /// Ends it, whatever runs.
    void breakOff() {
        open = false;
    }

    /// What still runs.
    Optional<Beside> beside() {
        return beside;
    }

    private Optional<Beside> takeBegun() {
        Optional<Beside> taken = begun;
        begun = Optional.empty();
        return taken;
    }

    private void hear(String line) throws InterruptedException {
        if (beside.isEmpty() || verbs.find(verbOf(line)).filter(Verb::isUrgent).isPresent()) {
            obey(line);
        } else if (verbOf(line).equals("AUTH") || waiting.size() >= MAX_WAITING) {
            control.send(Reply.of(ReplyCode.BAD_SEQUENCE, "A transfer is running"));
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
        LOG.debug("{} {} {}", control.peer(), name, tellable ? argument : "...");
        if (verb.isEmpty()) {
            fault(Reply.of(ReplyCode.UNKNOWN_COMMAND, "There is no command " + shown(name)));
        } else if (!verb.get().isForStrangers() && isStranger()) {
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
            case Outcome.Answer(Reply reply) -> control.send(reply);
            case Outcome.Start(Reply opening, Running transfer) -> {
                control.hold(opening); // until the transfer has to wait, or is done
                begin(transfer);
            }
            case Outcome.Work(Running work) -> begin(work);
            case Outcome.Abort() -> abort();
            case Outcome.Secure(Reply agreed) -> {
                if (!control.startTls(session.site().newTls(), agreed)) {
                    LOG.warn("plaintext behind AUTH from={}", control.peer());
                    hangUp(Reply.of(ReplyCode.CLOSING, "Nothing may stand behind AUTH"));
                }
            }
            case Outcome.Unsecure(Reply agreed) -> control.stopTls(agreed);
            case Outcome.Close(Reply last) -> hangUp(last);
        }
    }

    private void begin(Running transfer) {
        Beside work = new Beside(transfer);
        session.running(Optional.of(transfer));
        beside = Optional.of(work);
        begun = beside;
    }

    /// RFC 959 section 4.1.3: the transfer ends with 426, and then ABOR itself with 226.
    private void abort() {
        if (beside.isPresent()) {
            beside.get().abort();
        } else {
            control.send(Reply.of(ReplyCode.DATA_DONE, "No transfer is running"));
        }
    }

    private void fault(Reply reply) {
        strangerFaults += isStranger() ? 1 : 0;
        if (strangerFaults >= MAX_STRANGER_FAULTS) {
            hangUp(Reply.of(ReplyCode.CLOSING, "Too many commands that make no sense"));
        } else {
            control.send(reply);
        }
    }

    private void hangUp(Reply last) {
        control.send(last);
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
