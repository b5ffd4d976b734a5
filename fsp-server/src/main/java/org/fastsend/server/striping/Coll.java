package org.fastsend.server.striping;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.server.command.Outcome;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// COLL: where the server shall collect what the client stripes; TCKT follows.
record Coll(Negotiation negotiation) implements FspVerb {
    /// A ticket of the longest kind in base64, and its verb.
    private static final int MAX_TICKET_LINE_BYTES = 96 << 10;

    @Override
    public String name() {
        return "COLL";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public Outcome run(Session session, String user, String argument) throws Refused, IOException {
        VirtualPath path = session.path(argument);
        RootedTree tree = session.treeToWrite();
        Path destination = path.isRoot() ? tree.existing(path) : tree.target(path);
        if (Files.exists(destination, LinkOption.NOFOLLOW_LINKS) && !Files.isWritable(destination)) {
            throw new Refused(ReplyCode.FILE_UNAVAILABLE, path + ": permission denied");
        }
        negotiation.destination(AnchoredPath.within(tree.root(), destination));
        session.control().limitLines(MAX_TICKET_LINE_BYTES);
        return Outcome.reply(ReplyCode.NEED_MORE, "Say TCKT and the ticket next");
    }
}
