package org.fastsend.server.striping;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.server.command.FileFailure;
import org.fastsend.server.command.Outcome;
import org.fastsend.server.files.Entry;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// STRP: stripes a file or a directory over relays, for the holder of a key; the reply is the ticket.
record Strp(StripingService service, Negotiation negotiation) implements FspVerb {
    @Override
    public String name() {
        return "STRP";
    }

    @Override
    public String syntax() {
        return "holder path";
    }

    @Override
    public List<String> features(Session session) {
        if (!Negotiation.isOffered(session)) {
            return List.of();
        }
        OptionalInt probed = service.probePort();
        return List.of("FSP 1" + (probed.isPresent() ? " Probe=" + probed.getAsInt() : ""));
    }

    @Override
    public Outcome run(Session session, String user, String argument) throws Refused, IOException {
        int space = argument.indexOf(' ');
        KeyHash holder = holder(space < 0 ? argument : argument.substring(0, space));
        VirtualPath path = session.path(space < 0 ? "" : argument.substring(space + 1));
        RootedTree tree = session.treeToRead();
        AnchoredPath source = AnchoredPath.within(tree.root(), source(tree, path));
        Recipient recipient = new Recipient(holder, session.peer());
        StripedTransfer transfer = service.stripe(user, source, negotiation.options(), recipient);
        return Outcome.reply(ReplyCode.FILE_ACTION_DONE, transfer.ticket().encode());
    }

    private static Path source(RootedTree tree, VirtualPath path) throws Refused {
        try {
            Path real = tree.existing(path);
            Entry.Kind kind = Entry.read(real, path.name()).kind();
            if (kind != Entry.Kind.FILE && kind != Entry.Kind.DIRECTORY) {
                throw new FileSystemException(path.toString(), null, "neither a file nor a directory");
            }
            return real;
        } catch (IOException e) {
            throw new Refused(FileFailure.reply(e, path.toString())); // the argument has more words than the path
        }
    }

    private static KeyHash holder(String text) throws Refused {
        try {
            return new KeyHash(text);
        } catch (IllegalArgumentException e) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "STRP needs the hash of the reader's key: 64 digits");
        }
    }
}
