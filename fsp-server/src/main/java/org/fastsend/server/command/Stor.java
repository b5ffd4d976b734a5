package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Path;
import org.fastsend.server.data.ByteRanges;
import org.fastsend.server.data.TransferMode;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Part;
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
        Part part = session.takePart();
        VirtualPath path = session.path(argument);
        Path target = session.treeToWrite().target(path);
        return switch (part) {
            case Part.From(long offset) ->
                start(session, name(), path, offset == 0 ? fresh(session, target) : Upload.resumed(target, offset));
            case Part.Without(ByteRanges there) -> {
                if (!Upload.isKept(target)) {
                    throw new Refused(ReplyCode.BAD_RESTART, "Nothing of " + path + " is kept here: send it whole");
                }
                yield start(session, name(), path, "Ready for the rest of " + path, Upload.kept(target), there);
            }
            case Part.Only _ -> throw new Refused(ReplyCode.BAD_PARAMETER, "RANG is for RETR and HASH: use REST");
        };
    }

    /// Who sends in MODE E has been told what came, and may send only the rest the next time.
    private static Upload fresh(Session session, Path target) throws IOException {
        Upload upload = Upload.whole(target);
        if (session.transmission().mode() == TransferMode.EXTENDED) {
            upload.keepOnFailure();
        }
        return upload;
    }

    static Outcome start(Session session, String verb, VirtualPath path, Upload upload) throws Refused, IOException {
        return start(session, verb, path, "Ready for " + path, upload);
    }

    static Outcome start(Session session, String verb, VirtualPath path, String opening, Upload upload)
            throws Refused, IOException {
        return start(session, verb, path, opening, upload, ByteRanges.first(0));
    }

    private static Outcome start(
            Session session, String verb, VirtualPath path, String opening, Upload upload, ByteRanges there)
            throws Refused, IOException {
        FileReceiver receiver;
        try {
            receiver = new FileReceiver(upload, path, session.fileType(), there);
        } catch (Refused e) {
            upload.close();
            throw e;
        }
        return DataTransfer.start(session, verb, path, opening, receiver);
    }
}
