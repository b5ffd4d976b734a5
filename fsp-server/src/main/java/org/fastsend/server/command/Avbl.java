package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// AVBL: bytes that an upload may have (draft-peterson-streamlined-ftp-command-extensions).
final class Avbl implements Verb {
    @Override
    public String name() {
        return "AVBL";
    }

    @Override
    public String syntax() {
        return "[path]";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("AVBL");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        var real = session.treeToWrite().existing(session.path(argument));
        return Outcome.reply(
                ReplyCode.FILE_STATUS, Long.toString(Files.getFileStore(real).getUsableSpace()));
    }
}
