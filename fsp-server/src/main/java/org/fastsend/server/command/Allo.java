package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// ALLO: space needs no reservation here (RFC 959 section 4.1.3), but who asks for more than there is hears so before
/// sending it.
final class Allo implements Verb {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})( +R +[0-9]{1,18})?", Pattern.CASE_INSENSITIVE);

    @Override
    public String name() {
        return "ALLO";
    }

    @Override
    public String syntax() {
        return "bytes [R record]";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Matcher form = FORM.matcher(argument.strip());
        if (!form.matches()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "ALLO " + syntax());
        }
        long bytes = Long.parseLong(form.group(1));
        RootedTree tree = session.user().tree();
        session.user().share().quota().check(tree, bytes);
        if (bytes > Files.getFileStore(tree.root()).getUsableSpace()) {
            throw new Refused(ReplyCode.NO_SPACE, "There is not so much space");
        }
        return Outcome.reply(ReplyCode.SUPERFLUOUS, "No reservation is needed");
    }
}
