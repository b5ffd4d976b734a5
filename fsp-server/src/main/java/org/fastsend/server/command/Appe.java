package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// APPE: adds to the end of a file, or makes it.
final class Appe implements Verb {
    @Override
    public String name() {
        return "APPE";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        session.takePart();
        VirtualPath path = session.path(argument);
        Path target = session.treeToWrite().target(path);
        Upload upload = Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
                ? Upload.resumed(target, Files.size(target))
                : Upload.whole(target);
        return Stor.start(session, name(), path, upload);
    }
}
