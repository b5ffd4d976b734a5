package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.fastsend.server.data.ByteRanges;
import org.fastsend.server.data.TransferMode;
import org.fastsend.server.files.Begun;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Part;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;
import org.fastsend.server.session.TransferType;

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

    /// What the client is told before and after.
    record Wording(String opening, String done) {
        static Wording usual(String opening) {
            return new Wording(opening, "Transfer complete");
        }
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Part part = session.parameters().takePart();
        VirtualPath path = session.path(argument);
        RootedTree tree = session.treeToWrite();
        Path target = tree.target(path);
        return switch (part) {
            case Part.From(long offset) ->
                start(
                        session,
                        name(),
                        path,
                        offset == 0 ? fresh(session, tree, target) : rest(tree, path, target, offset));
            case Part.Without(ByteRanges there) -> {
                if (Begun.remaining(target, Upload.Remains.PARTS).isEmpty()) {
                    throw new Refused(ReplyCode.BAD_RESTART, "Nothing of " + path + " is kept here: send it whole");
                }
                yield start(
                        session,
                        name(),
                        path,
                        Wording.usual("Ready for the rest of " + path),
                        Upload.continued(tree, target, Upload.Remains.PARTS, 0),
                        there);
            }
            case Part.Only _ -> throw new Refused(ReplyCode.BAD_PARAMETER, "RANG is for RETR and HASH: use REST");
        };
    }

    /// What is broken off can be gone on with: who sends in MODE E has been told which parts came, others ask for the
    /// size.
    static Upload fresh(Session session, RootedTree tree, Path target) throws IOException {
        return Upload.sent(tree, target, remains(session));
    }

    private static Upload.Remains remains(Session session) {
        if (session.transmission().mode() == TransferMode.EXTENDED) {
            return Upload.Remains.PARTS;
        }
        return session.parameters().type() == TransferType.IMAGE ? Upload.Remains.BEGINNING : Upload.Remains.NOTHING;
    }

    /// The client who broke off while replacing a file was told the old one's size, and would go on there.
    static void refuseMixing(VirtualPath path, Path target) throws Refused, IOException {
        if (Begun.isToReplace(target)) {
            throw new Refused(
                    ReplyCode.BAD_RESTART,
                    "An upload that is to replace " + path + " has not come to its end: send it whole");
        }
    }

    /// More of the file that is there, or of one that was broken off and never was.
    private static Upload rest(RootedTree tree, VirtualPath path, Path target, long offset)
            throws Refused, IOException {
        refuseMixing(path, target);
        boolean begun = !Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                && Begun.remaining(target, Upload.Remains.BEGINNING).isPresent();
        return begun
                ? Upload.continued(tree, target, Upload.Remains.BEGINNING, offset)
                : Upload.resumed(tree, target, offset);
    }

    static Outcome start(Session session, String verb, VirtualPath path, Upload upload) throws Refused, IOException {
        return start(session, verb, path, Wording.usual("Ready for " + path), upload);
    }

    static Outcome start(Session session, String verb, VirtualPath path, Wording wording, Upload upload)
            throws Refused, IOException {
        return start(session, verb, path, wording, upload, ByteRanges.first(0));
    }

    private static Outcome start(
            Session session, String verb, VirtualPath path, Wording wording, Upload upload, ByteRanges there)
            throws Refused, IOException {
        FileReceiver receiver;
        try {
            receiver = new FileReceiver(
                    upload.within(session.room()), path, session.parameters().fileType(), there, wording.done());
        } catch (Refused | IOException e) {
            upload.close();
            throw e;
        }
        return DataTransfer.start(session, verb, path, wording.opening(), receiver);
    }
}
