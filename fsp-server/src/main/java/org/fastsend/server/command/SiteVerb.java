package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// SITE: what no RFC has but clients use. CHMOD sets the nine permission bits of a file; set-user-id and its kind
/// are nobody's business over FTP.
final class SiteVerb implements Verb {
    /// From the highest bit down.
    private static final List<PosixFilePermission> BITS = List.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE,
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    @Override
    public String name() {
        return "SITE";
    }

    @Override
    public String syntax() {
        return "CHMOD mode path | HELP";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        String[] parts = argument.strip().split(" +", 2);
        String rest = parts.length > 1 ? parts[1] : "";
        return switch (parts[0].toUpperCase(Locale.ROOT)) {
            case "CHMOD" -> chmod(session, rest);
            case "HELP" ->
                new Outcome.Answer(
                        Reply.list(ReplyCode.HELP, "The SITE commands:", List.of("CHMOD mode path", "HELP"), "End"));
            default -> throw new Refused(ReplyCode.BAD_PARAMETER, "There is no such SITE command");
        };
    }

    private static Outcome chmod(Session session, String argument) throws Refused, IOException {
        String[] parts = argument.split(" ", 2);
        if (parts.length < 2 || !parts[0].matches("0?[0-7]{3}")) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "SITE CHMOD needs a mode of three octal digits and a path");
        }
        Path real = session.treeToWrite().existing(session.path(parts[1]));
        if (!real.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            throw new Refused(ReplyCode.NOT_IMPLEMENTED, "Files have no modes on this system");
        }
        Files.setPosixFilePermissions(real, permissions(Integer.parseInt(parts[0], 8)));
        return Outcome.reply(ReplyCode.OK, "Mode set");
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> result = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < BITS.size(); i++) {
            if ((mode & 0400 >> i) != 0) {
                result.add(BITS.get(i));
            }
        }
        return result;
    }
}
