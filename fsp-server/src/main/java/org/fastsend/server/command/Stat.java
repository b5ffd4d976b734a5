package org.fastsend.server.command;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.server.files.Entry;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.ListLine;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.LoginState;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Running;
import org.fastsend.server.session.Session;

/// STAT: how the session or its transfer stands, or with a path a listing on the control connection.
final class Stat implements Verb {
    /// Names that a listing on the control connection has at most.
    private static final int MAX_LISTED = 1000;

    @Override
    public String name() {
        return "STAT";
    }

    @Override
    public String syntax() {
        return "[path]";
    }

    @Override
    public boolean isUrgent() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException, InterruptedException {
        if (!argument.isBlank()) {
            return new Outcome.Answer(listing(session, argument));
        }
        Optional<Running> running = session.running();
        if (running.isPresent()) {
            return Outcome.reply(ReplyCode.FILE_STATUS, running.get().progress());
        }
        LoginState.LoggedIn user = session.user();
        return new Outcome.Answer(Reply.list(
                ReplyCode.SYSTEM_STATUS,
                "FSP server:",
                List.of(
                        "Connected from " + session.peer().getHostAddress()
                                + (session.control().isSecure() ? ", with TLS" : ", without TLS"),
                        "Logged in as " + user.user().name() + ", in " + user.directory(),
                        "TYPE " + session.parameters().type() + ", data connections " + session.protection()),
                "No transfer is running"));
    }

    private static Reply listing(Session session, String argument) throws Refused, IOException, InterruptedException {
        VirtualPath path = session.path(argument);
        Instant now = Instant.ofEpochMilli(session.site().clock().millis());
        List<String> lines = new ArrayList<>();
        RootedTree tree = session.treeToRead();
        var real = tree.existing(path);
        Entry itself = Entry.read(real, path.name());
        int[] more = {0};
        if (itself.isDirectory()) {
            tree.list(real, entry -> {
                if (lines.size() < MAX_LISTED) {
                    lines.add(ListLine.of(entry, now));
                } else {
                    more[0]++;
                }
            });
        } else {
            lines.add(ListLine.of(itself, now));
        }
        String end = more[0] == 0 ? "End" : "and " + more[0] + " more: use LIST";
        return Reply.list(ReplyCode.FILE_STATUS, "Status of " + path + ":", lines, end);
    }
}
