package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.fastsend.server.listing.FileTimes;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;

/// A fact of a file that a client sets: the verbs MFMT, MFCT and MFF (draft-somers-ftp-mfxx), SITE CHMOD and SITE UTIME
/// mean these.
sealed interface FactChange {
    /// When the file was last modified.
    record Modify(Instant time) implements FactChange {}

    /// When the file was made; few systems can set it.
    record Create(Instant time) implements FactChange {}

    /// The nine permission bits; set-user-id and its kind are nobody's business over FTP.
    record Mode(int bits) implements FactChange {}

    /// The change of `Modify=20260101000000` and the like.
    static FactChange parse(String fact) throws Refused {
        String[] parts = fact.split("=", 2);
        String value = parts.length > 1 ? parts[1] : "";
        return switch (parts[0].strip().toUpperCase(Locale.ROOT)) {
            case "MODIFY" -> new Modify(time(value));
            case "CREATE" -> new Create(time(value));
            case "UNIX.MODE" -> mode(value);
            default -> throw new Refused(ReplyCode.BAD_PARAMETER, "The fact " + parts[0] + " cannot be changed");
        };
    }

    static Instant time(String text) throws Refused {
        return FileTimes.parse(text)
                .orElseThrow(() -> new Refused(ReplyCode.BAD_ARGUMENT, "A time is YYYYMMDDHHMMSS, in UTC"));
    }

    static FactChange mode(String text) throws Refused {
        if (!text.matches("0?[0-7]{3}")) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "A mode is three octal digits");
        }
        return new Mode(Integer.parseInt(text, 8));
    }

    /// Changes the attributes of a file.
    default void apply(BasicFileAttributeView times, Optional<PosixFileAttributeView> modes) throws IOException {
        switch (this) {
            case Modify(Instant time) -> times.setTimes(FileTime.from(time), null, null);
            case Create(Instant time) -> {
                times.setTimes(null, null, FileTime.from(time));
                long set = times.readAttributes().creationTime().toInstant().getEpochSecond();
                if (set != time.getEpochSecond()) {
                    throw unable("creation times cannot be set on this system");
                }
            }
            case Mode(int bits) ->
                modes.orElseThrow(() -> unable("files have no modes on this system"))
                        .setPermissions(permissions(bits));
        }
    }

    private static FileSystemException unable(String why) {
        return new FileSystemException("", null, why);
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        // From the highest bit down, in the order in which Java lists them.
        List<PosixFilePermission> bits = List.of(PosixFilePermission.values());
        Set<PosixFilePermission> result = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < bits.size(); i++) {
            if ((mode & 0400 >> i) != 0) {
                result.add(bits.get(i));
            }
        }
        return result;
    }

    /// The fact as replies repeat it.
    default String text() {
        return switch (this) {
            case Modify(Instant time) -> "Modify=" + FileTimes.format(time) + ";";
            case Create(Instant time) -> "Create=" + FileTimes.format(time) + ";";
            case Mode(int bits) -> "UNIX.mode=0" + Integer.toOctalString(bits) + ";";
        };
    }

    /// Splits what stands before the first space from the path behind it.
    static Optional<List<String>> beforePath(String argument) {
        int space = argument.indexOf(' ');
        return space <= 0 || space == argument.length() - 1
                ? Optional.empty()
                : Optional.of(List.of(argument.substring(0, space), argument.substring(space + 1)));
    }
}
