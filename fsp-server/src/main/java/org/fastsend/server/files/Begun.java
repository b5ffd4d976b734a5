package org.fastsend.server.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.Set;

/// What stands, out of sight, beside a file that clients began to send: what remained of it, and a sign that it is to
/// replace the file that is there. A client whose upload broke off asks for the size and sends what is behind it. As
/// long as the old file is there that size is the old one's, for the file can still be fetched; so nobody may go on
/// with it while there is a sign, or the end of the new file would come behind the beginning of the old. The sign is
/// there from the start of an upload, since neither a server that is killed nor one that has not noticed yet that the
/// client is gone can make it later. It is the beginning that remained, or an empty file.
public final class Begun {
    private static final String BEGINNINGS = RootedTree.UPLOAD_PREFIX + "begun-";
    private static final String PARTS = RootedTree.UPLOAD_PREFIX + "parts-";

    private final SteadyDirectory directory;
    private final Path target;
    private final Path sign;
    private final Optional<Object> replaced;

    private Begun(SteadyDirectory directory, Path target) throws IOException {
        this.directory = directory;
        this.target = target;
        this.sign = name(target, Upload.Remains.BEGINNING);
        this.replaced = identity();
    }

    /// How many bytes remained of an upload to `target`; empty when there is nothing to go on with.
    public static Optional<Long> remaining(Path target, Upload.Remains kind) throws IOException {
        Path path = target.resolveSibling(name(target, kind));
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        return Optional.of(Files.size(path)).filter(bytes -> bytes > 0);
    }

    /// Whether an upload that is to replace the file at `target` has begun and not come whole. Whoever changed the file
    /// by other means since has ended that.
    public static boolean isToReplace(Path target) throws IOException {
        try {
            Path sign = target.resolveSibling(name(target, Upload.Remains.BEGINNING));
            return !isOlder(attributes(sign), attributes(target));
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /// Sets the sign for an upload that begins; `target` is a name in the directory.
    static Begun in(SteadyDirectory directory, Path target) throws IOException {
        Begun begun = new Begun(directory, target);
        if (begun.replaced.isPresent()) {
            begun.set();
        }
        return begun;
    }

    /// The upload broke off. What remained of an earlier one goes in any case: it may be of another file.
    ///
    /// @param kept whether the beginning of this one took its place
    void brokenOff(boolean kept) throws IOException {
        Optional<Object> there = identity();
        boolean overtaken = there.isPresent() && !there.equals(replaced);
        if (overtaken || !kept) {
            directory.deleteIfThere(sign);
        }
        if (there.isPresent() && !overtaken) {
            set();
        }
    }

    /// Whether something of that name remained of a broken upload.
    static boolean isRemains(Path name) {
        String text = name.toString();
        return text.startsWith(BEGINNINGS) || text.startsWith(PARTS);
    }

    /// The name of what remained, in the directory of the target.
    static Path name(Path target, Upload.Remains kind) {
        byte[] name = target.getFileName().toString().getBytes(StandardCharsets.UTF_8);
        return target.getFileSystem()
                .getPath((kind == Upload.Remains.PARTS ? PARTS : BEGINNINGS) + HashAlgorithm.SHA_256.hex(name));
    }

    /// Not older than the file, whose time a client may have set by a clock that is ahead.
    private void set() throws IOException {
        try (FileChannel _ = directory.open(
                sign, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), Upload.attributes(target))) {
            BasicFileAttributeView times = directory.times(sign);
            BasicFileAttributes file = directory.times(target).readAttributes();
            if (isOlder(times.readAttributes(), file)) {
                FileTime modified = file.lastModifiedTime();
                times.setTimes(modified, modified, modified);
            }
        } catch (NoSuchFileException _) {
            directory.deleteIfThere(sign); // the file went meanwhile
        }
    }

    /// By milliseconds, since not every system can set a finer time.
    private static boolean isOlder(BasicFileAttributes one, BasicFileAttributes other) {
        return one.lastModifiedTime().toMillis() < other.lastModifiedTime().toMillis();
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /// Which file is there now. Where the system cannot tell files apart it is always the same.
    private Optional<Object> identity() throws IOException {
        try {
            Object key = directory.times(target).readAttributes().fileKey();
            return Optional.of(key == null ? target : key);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }
}
