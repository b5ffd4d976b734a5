package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.fastsend.server.data.TransferMode;
import org.fastsend.server.files.Begun;
import org.fastsend.server.files.RootedTree;
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
        session.parameters().takePart();
        VirtualPath path = session.path(argument);
        RootedTree tree = session.treeToWrite();
        Path target = tree.target(path);
        Stor.refuseMixing(path, target);
        return Stor.start(session, name(), path, upload(session, tree, target));
    }

    private static Upload upload(Session session, RootedTree tree, Path target) throws IOException {
        if (Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            return session.transmission().mode() == TransferMode.EXTENDED
                    ? Upload.resumed(tree, target, Files.size(target)) // in any order
                    : Upload.appended(tree, target);
        }
        Optional<Long> begun = Begun.remaining(target, Upload.Remains.BEGINNING);
        return begun.isPresent()
                ? Upload.continued(tree, target, Upload.Remains.BEGINNING, begun.get())
                : Stor.fresh(session, tree, target);
    }
}
