package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
        VirtualPath from =
                session.takeRenaming().orElseThrow(() -> new Refused(ReplyCode.BAD_SEQUENCE, "Say RNFR first"));
        Path source = session.treeToDelete().entry(from);
        Path target = session.treeToWrite().entry(session.path(argument));
        Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
        return Outcome.reply(ReplyCode.FILE_ACTION_DONE, "Renamed");
    }
}
