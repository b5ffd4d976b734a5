package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Path;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// RNTO: the new name; a file that has it already is replaced at once.
final class Rnto implements Verb {
    @Override
    public String name() {
        return "RNTO";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        VirtualPath from = session.parameters()
                .takeRenaming()
                .orElseThrow(() -> new Refused(ReplyCode.BAD_SEQUENCE, "Say RNFR first"));
        RootedTree tree = session.treeToDelete();
        Path target = session.treeToWrite().entry(session.path(argument));
        tree.move(tree.entry(from), target);
        return Outcome.reply(ReplyCode.FILE_ACTION_DONE, "Renamed");
    }
}
