package org.fastsend.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.manifest.FileKind;

/// What tells, beside size and modification time, that a file is still the one and unchanged in a later run.
/// Nobody can set the time of change back, as one can the time of modification; the disk's number is left
/// out, since it may differ on another machine that sees the same shared disk.
///
/// @param changedNanos when its inode changed last, since 1970; 0 where the platform does not tell
/// @param inode 0 where the platform does not tell
public record FileStamp(long changedNanos, long inode) {
    /// Of what cannot be looked at, and of all files on a platform that has no such thing.
    public static final FileStamp NONE = new FileStamp(0, 0);
    /// Bytes that [#changedNanos] and [#inode] take.
    static final int BYTES = 2 * Long.BYTES;

    /// Of what an entry of the walk names, as it is now.
    public static FileStamp of(SourceEntry entry) {
        return entry.kind() == FileKind.FILE ? of(entry.path()) : NONE;
    }

    private static FileStamp of(Path file) {
        try {
            Map<String, Object> unix = Files.readAttributes(file, "unix:ctime,ino", LinkOption.NOFOLLOW_LINKS);
            return unix.get("ctime") instanceof FileTime changed && unix.get("ino") instanceof Long inode
                    ? new FileStamp(changed.to(TimeUnit.NANOSECONDS), inode)
                    : NONE;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
            return NONE; // its size and time are compared all the same, and reading it will tell
        }
    }
}
