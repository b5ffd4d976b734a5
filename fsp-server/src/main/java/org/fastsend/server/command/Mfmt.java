package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.FileTimes;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MFMT: sets when a file was last modified (draft-somers-ftp-mfxx).
final class Mfmt implements Verb {
    @Override
    public String name() {
        return "MFMT";
    }

    @Override
    public String syntax() {
        return "YYYYMMDDHHMMSS path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("MFMT");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        String[] parts = argument.split(" ", 2);
        if (parts.length < 2) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "MFMT needs a time and a path");
        }
        Instant time = FileTimes.parse(parts[0])
                .orElseThrow(() -> new Refused(ReplyCode.BAD_ARGUMENT, "A time is YYYYMMDDHHMMSS, in UTC"));
        VirtualPath path = session.path(parts[1]);
        Path real = session.treeToWrite().existing(path);
        Files.setLastModifiedTime(real, FileTime.from(time));
        return Outcome.reply(ReplyCode.FILE_STATUS, "Modify=" + FileTimes.format(time) + "; " + path);
    }
}
