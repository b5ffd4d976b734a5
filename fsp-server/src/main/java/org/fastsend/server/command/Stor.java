package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Path;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// STOR: receives a file, which appears when all of it is there; after REST it continues the one that is there.
final class Stor implements Verb {
    @Override
    public String name() {
        return "STOR";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        long from = session.takeRestart();
        VirtualPath path = session.path(argument);
        Path target = session.treeToWrite().target(path);
        Upload upload = from == 0 ? Upload.whole(target) : Upload.resumed(target, from);
        return start(session, name(), path, upload);
    }

    static Outcome start(Session session, String verb, VirtualPath path, Upload upload) throws Refused, IOException {
        return DataTransfer.start(
                session, verb, path, "Ready for " + path, new FileReceiver(upload, path, session.type()));
    }
}
