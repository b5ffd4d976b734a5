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

    /// Whether an upload that is to replace the file at `target` has begun and not come whole. Whoever changed
    /// the file by other means since has ended that: gave it a newer time or, where the system tells, any time,
    /// as `cp -p` and a rename do.
    public static boolean isToReplace(Path target) throws IOException {
        return hasChanged(target).equals(Optional.of(false));
    }

    /// Whether there is a sign and the file at `target` came after it: what remained is of a version long replaced.
    static boolean isOvertaken(Path target) throws IOException {
        return hasChanged(target).equals(Optional.of(true));
    }

    /// Another file stands at `target`, a name in the directory, and nobody goes on with what remained.
    static void forget(SteadyDirectory directory, Path target) throws IOException {
        forgetBeginning(directory, target);
        directory.deleteIfThere(name(target, Upload.Remains.PARTS));
    }

    /// The same, but for parts: who goes on with these knows of which file they are.
    static void forgetBeginning(SteadyDirectory directory, Path target) throws IOException {
        directory.deleteIfThere(name(target, Upload.Remains.BEGINNING));
    }

    /// Sets the sign again after a change that did not end anything.
    static void renew(SteadyDirectory directory, Path target) throws IOException {
        Begun begun = new Begun(directory, target);
        if (directory.holds(begun.sign)) {
            begun.set();
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

    /// Not older than the file, whose time a client may have set by a clock that is ahead. Setting a time, even the
    /// one it has, tells the system that the sign changed now.
    private void set() throws IOException {
        try (FileChannel _ = directory.open(
                sign, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), Upload.attributes(target))) {
            BasicFileAttributeView times = directory.times(sign);
            BasicFileAttributes file = directory.times(target).readAttributes();
            BasicFileAttributes itself = times.readAttributes();
            FileTime modified = (isOlder(itself, file) ? file : itself).lastModifiedTime();
            times.setTimes(modified, modified, modified);
        } catch (NoSuchFileException _) {
            directory.deleteIfThere(sign); // the file went meanwhile
        }
    }

    /// Whether the file at `target` has changed since its sign was set; empty if there is no sign, or no file.
    private static Optional<Boolean> hasChanged(Path target) throws IOException {
        Path sign = target.resolveSibling(name(target, Upload.Remains.BEGINNING));
        try {
            return Optional.of(isOlder(attributes(sign), attributes(target))
                    || (target.getFileSystem().supportedFileAttributeViews().contains("unix")
                            && changed(sign).compareTo(changed(target)) < 0));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// When the system last changed anything of a file, which nobody can set.
    private static FileTime changed(Path path) throws IOException {
        return (FileTime) Files.getAttribute(path, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
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
