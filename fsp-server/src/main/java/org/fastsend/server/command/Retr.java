package org.fastsend.server.command;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.fastsend.server.data.ByteRanges.Range;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Part;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// RETR: sends a file, or the part of it that REST or RANG said.
final class Retr implements Verb {
    @Override
    public String name() {
        return "RETR";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        return start(session, name(), argument, session.parameters().takePart(), 0);
    }

    /// Sends a part of a file to a receiver whose own begins at `origin` in this one.
    static Outcome start(Session session, String verb, String argument, Part part, long origin)
            throws Refused, IOException {
        VirtualPath path = session.path(argument);
        Path real = session.treeToRead().existing(path);
        if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(argument, null, "not a regular file"); // opening a pipe would wait forever
        }
        FileChannel file = session.treeToRead().open(real);
        try {
            long size = file.size();
            if (!part.beginsWithin(size)) {
                throw new Refused(ReplyCode.BAD_RESTART, "The file has only " + size + " bytes");
            }
            List<Range> ranges = part.of(size);
            long bytes = ranges.stream().mapToLong(Range::length).sum();
            return DataTransfer.start(
                    session,
                    verb,
                    path,
                    "Sending " + path + " (" + bytes + " bytes)",
                    new FileSender(file, ranges, origin, session.parameters().fileType()));
        } catch (Refused | IOException e) {
            file.close();
            throw e;
        }
    }
}
