package org.fastsend.server.command;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Instant;
import java.util.Optional;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.data.DataConnector;
import org.fastsend.server.data.DataEndpoint;
import org.fastsend.server.data.DataFlow;
import org.fastsend.server.data.DataProtection;
import org.fastsend.server.data.DataSecurity;
import org.fastsend.server.data.NoDataConnection;
import org.fastsend.server.data.Pace;
import org.fastsend.server.data.SessionNotContinuedException;
import org.fastsend.server.data.TransferMarkers;
import org.fastsend.server.data.TransferMode;
import org.fastsend.server.data.Transmission;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.log.TransferRecord;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.LoginState;
import org.fastsend.server.session.Protection;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Running;
import org.fastsend.server.session.Session;
import org.fastsend.server.session.Site;
import org.fastsend.server.session.TransferType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One transfer over data connections, from their coming to their end: connects, starts TLS if PROT P was chosen, lets
/// the mover move, and tells log and client how it ended.
final class DataTransfer implements Running {
    private static final Logger LOG = LoggerFactory.getLogger(DataTransfer.class);

    /// What is done with the data connections once they are there.
    interface Mover extends AutoCloseable {
        /// Moves everything and finishes the flow. What was received counts only when this returns.
        void move(DataFlow data) throws IOException, InterruptedException, Refused;

        /// Whether the client gets something, rather than gives.
        default boolean clientReads() {
            return true;
        }

        /// Whether there is so little to do that only the client could make it take long.
        default boolean isBrief() {
            return false;
        }

        /// What the client is told when everything was moved.
        default String done() {
            return "Transfer complete";
        }

        /// Called once, whether or not anything was moved.
        @Override
        void close() throws IOException;
    }

    private final DataEndpoint endpoint;
    private final DataProtection protection;
    private final long connectNanos;
    private final boolean brief;
    private final Transmission transmission;
    private final TransferRecord.Subject subject;
    private final Site site;
    private final NanoClock timer;
    private final TransferMarkers markers;
    private final Mover mover;
    private volatile Optional<DataFlow> flow = Optional.empty();

    private DataTransfer(Session session, DataEndpoint endpoint, TransferRecord.Subject subject, Mover mover) {
        this.site = session.site();
        this.subject = subject;
        this.mover = mover;
        this.transmission = session.transmission();
        this.timer = session.site().timer();
        this.markers = new MarkerReplies(session.control(), session.site().clock());
        this.endpoint = endpoint;
        this.protection = protection(session, mover.clientReads());
        this.connectNanos = session.site().policy().patience().dataConnectNanos();
        this.brief = mover.isBrief()
                && session.protection() == Protection.CLEAR
                && transmission.mode() != TransferMode.EXTENDED
                && !session.pace(mover.clientReads()).isLimited();
    }

    private static DataProtection protection(Session session, boolean clientReads) {
        Optional<DataSecurity> security = session.dataSecurity(clientReads);
        Pace pace = session.pace(clientReads);
        long stallNanos = session.site().policy().patience().stallNanos();
        return connection -> {
            connection.keepTo(pace, stallNanos);
            if (security.isPresent() && !connection.isSecure()) {
                connection.secure(security.get());
            }
        };
    }

    /// The outcome that starts a transfer on the data connection that the session has agreed on.
    static Outcome start(Session session, String verb, VirtualPath path, String opening, Mover mover)
            throws Refused, IOException {
        try {
            LoginState.LoggedIn in = session.user();
            TransferRecord.Subject subject = new TransferRecord.Subject(
                    in.user().name(),
                    session.peer().getHostAddress(),
                    verb,
                    path,
                    in.user().home(),
                    session.parameters().type() == TransferType.IMAGE,
                    session.protection() == Protection.PRIVATE);
            DataTransfer transfer = new DataTransfer(session, session.takeEndpoint(), subject, mover);
            return new Outcome.Start(Reply.of(ReplyCode.OPENING_DATA, opening), transfer);
        } catch (Refused e) {
            mover.close();
            throw e;
        }
    }

    @Override
    public Reply run() {
        return run(() -> {});
    }

    @Override
    public Reply run(Runnable beforeWaiting) {
        if (!brief) {
            beforeWaiting.run();
        }
        long start = timer.nanos();
        TransferRecord.Outcome outcome = TransferRecord.Outcome.FAILED;
        Reply reply;
        try {
            reply = connectAndMove(brief ? beforeWaiting : () -> {});
            outcome = reply.isFailure() ? TransferRecord.Outcome.FAILED : TransferRecord.Outcome.COMPLETE;
        } catch (InterruptedException | ClosedByInterruptException _) {
            outcome = TransferRecord.Outcome.ABORTED;
            reply = Reply.of(ReplyCode.TRANSFER_BROKEN, "Transfer aborted");
        } catch (Refused e) {
            reply = e.reply();
        } catch (IOException e) {
            LOG.debug("transfer of {} failed", subject.path(), e);
            reply = Reply.of(ReplyCode.TRANSFER_BROKEN, "Transfer failed: " + reason(e));
        }
        String reason = outcome == TransferRecord.Outcome.FAILED ? reply.lines().getLast() : "";
        site.log()
                .write(new TransferRecord(
                        subject,
                        Instant.ofEpochMilli(site.clock().millis()),
                        bytes(),
                        timer.nanos() - start,
                        outcome,
                        reason));
        return reply;
    }

    @Override
    public String progress() {
        return subject.verb() + " " + subject.path() + ": " + bytes() + " bytes so far";
    }

    private Reply connectAndMove(Runnable beforeWaiting) throws IOException, InterruptedException, Refused {
        DataProtection prepared = connection -> {
            connection.beforeWaiting(beforeWaiting);
            protection.protect(connection);
        };
        DataConnector connector = new DataConnector(endpoint, prepared, connectNanos, beforeWaiting);
        try (mover;
                DataFlow opened =
                        transmission.open(connector, markers, site.transport().streams(), timer)) {
            flow = Optional.of(opened);
            mover.move(opened);
        } catch (NoDataConnection e) {
            return e.getCause() instanceof SessionNotContinuedException
                    ? Reply.of(ReplyCode.DATA_TLS_FAILED, "TLS: " + reason(e))
                    : Reply.of(ReplyCode.NO_DATA_CONNECTION, "No data connection: " + reason(e));
        }
        return Reply.of(ReplyCode.DATA_DONE, mover.done());
    }

    private long bytes() {
        return flow.map(DataFlow::bytes).orElse(0L);
    }

    private static String reason(IOException failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
