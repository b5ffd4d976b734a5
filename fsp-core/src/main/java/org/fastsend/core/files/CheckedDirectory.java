package org.fastsend.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A directory known by its path, for platforms that cannot hold one open. Before each step it looks whether the
/// path still is the directory that was opened; between look and step there is a moment in which a link could be
/// planted.
final class CheckedDirectory implements Directory {
    private final Path path;
    private final FileFacts opened;
    private @Nullable DirectoryStream<Path> listing;

    CheckedDirectory(Path path) throws IOException {
        this.path = path.toRealPath();
        this.opened = FileFacts.of(attributes(this.path));
        if (opened.type() != FileFacts.Type.DIRECTORY) {
            throw new NotDirectoryException(path.toString());
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public Directory child(Path name) throws IOException {
        if (facts(name).type() != FileFacts.Type.DIRECTORY) {
            throw new NotDirectoryException(path.resolve(name).toString());
        }
        return new CheckedDirectory(path.resolve(name));
    }

    @Override
    public FileChannel file(Path name, Set<? extends OpenOption> options) throws IOException {
        Set<OpenOption> noFollow = new HashSet<>(options);
        noFollow.add(LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(checked().resolve(name), noFollow);
    }

    @Override
    public FileFacts facts(Path name) throws IOException {
        return FileFacts.of(attributes(checked().resolve(name)));
    }

    @Override
    public void mark(Path name, int mode, long modifiedNanos) throws IOException {
        mark(checked().resolve(name), mode, FileTime.from(modifiedNanos, TimeUnit.NANOSECONDS));
    }

    @Override
    public void markSelf(int mode, long modifiedNanos, boolean durable) throws IOException {
        if (durable) {
            DirectorySync.force(checked());
        }
        mark(checked(), mode, FileTime.from(modifiedNanos, TimeUnit.NANOSECONDS));
    }

    @Override
    public int ownMode() throws IOException {
        return FileFacts.of(attributes(checked())).mode();
    }

    @Override
    public void setOwnMode(int mode) throws IOException {
        PosixFileAttributeView posix = Files.getFileAttributeView(checked(), PosixFileAttributeView.class);
        if (posix != null) {
            posix.setPermissions(FileFacts.permissions(mode));
        }
    }

    @Override
    public void move(Path name, Directory into, Path newName) throws IOException {
        Path target = ((CheckedDirectory) into).checked().resolve(newName);
        if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(target.toString(), null, "Is a directory");
        }
        Files.move(checked().resolve(name), target, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(Path name) throws IOException {
        Files.delete(checked().resolve(name));
    }

    @Override
    @SuppressWarnings("StreamResourceLeak") // closed with this directory
    public Iterator<Path> names() {
        try {
            listing = Files.newDirectoryStream(checked());
            return listing.iterator();
        } catch (IOException e) {
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    throw new DirectoryIteratorException(e);
                }

                @Override
                public Path next() {
                    throw new NoSuchElementException();
                }
            };
        }
    }

    @Override
    public void close() throws IOException {
        if (listing != null) {
            listing.close();
        }
    }

    private Path checked() throws IOException {
        FileFacts now = FileFacts.of(attributes(path));
        if (now.type() != FileFacts.Type.DIRECTORY || now.identity() != opened.identity()) {
            throw new FileSystemException(path.toString(), null, "another directory or a link took its place");
        }
        return path;
    }

    private static void mark(Path target, int mode, FileTime modified) throws IOException {
        Objects.requireNonNull(
                        Files.getFileAttributeView(target, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS))
                .setTimes(modified, null, null);
        PosixFileAttributeView posix =
                Files.getFileAttributeView(target, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (posix != null) {
            posix.setPermissions(FileFacts.permissions(mode));
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS) == null
                ? Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                : Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
