package org.fastsend.server.command;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// ESTO A: receives a part of a file, to a place in it (GFD.20).
final class Esto implements Verb {
    private static final Pattern FORM = Pattern.compile("A\\s+([0-9]{1,18})\\s+(.+)", Pattern.CASE_INSENSITIVE);

    @Override
    public String name() {
        return "ESTO";
    }

    @Override
    public String syntax() {
        return "A offset path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("ESTO");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Matcher form = FORM.matcher(argument.strip());
        if (!form.matches()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "ESTO " + syntax());
        }
        session.parameters().takePart();
        VirtualPath path = session.path(form.group(2));
        RootedTree tree = session.treeToWrite();
        Upload upload = Upload.part(tree, tree.target(path), Long.parseLong(form.group(1)));
        return Stor.start(session, name(), path, upload);
    }
}
