package org.fastsend.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A directory behind an open file descriptor: `openat` and its kin, where the platform has them.
final class HeldDirectory implements Directory {
    private final Path path;
    private final SecureDirectoryStream<Path> stream;

    HeldDirectory(Path path, SecureDirectoryStream<Path> stream) {
        this.path = path;
        this.stream = stream;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public Directory child(Path name) throws IOException {
        return new HeldDirectory(path.resolve(name), stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public FileChannel file(Path name, Set<? extends OpenOption> options) throws IOException {
        Set<OpenOption> noFollow = new HashSet<>(options);
        noFollow.add(LinkOption.NOFOLLOW_LINKS);
        SeekableByteChannel channel = stream.newByteChannel(
                name, noFollow, PosixFilePermissions.asFileAttribute(FileFacts.permissions(0600)));
        if (channel instanceof FileChannel file) {
            return file;
        }
        channel.close();
        throw new IOException("the platform opens no file channels in " + path);
    }

    @Override
    public FileFacts facts(Path name) throws IOException {
        return FileFacts.of(view(name).readAttributes());
    }

    @Override
    public void mark(Path name, int mode, long modifiedNanos) throws IOException {
        PosixFileAttributeView view = view(name);
        view.setTimes(FileTime.from(modifiedNanos, TimeUnit.NANOSECONDS), null, null);
        // Last, since a mode without read permission forbids to open the file for anything else.
        view.setPermissions(FileFacts.permissions(mode));
    }

    @Override
    public void markSelf(int mode, long modifiedNanos, boolean durable) throws IOException {
        if (!durable) {
            markSelf(mode, modifiedNanos);
            return;
        }
        // Opened first: a mode without any permission would forbid it.
        try (FileChannel self = file(Path.of("."), Set.of(StandardOpenOption.READ))) {
            markSelf(mode, modifiedNanos);
            self.force(true);
        }
    }

    private void markSelf(int mode, long modifiedNanos) throws IOException {
        setOwnMode(mode);
        ownView().setTimes(FileTime.from(modifiedNanos, TimeUnit.NANOSECONDS), null, null);
    }

    @Override
    public int ownMode() throws IOException {
        return FileFacts.of(ownView().readAttributes()).mode();
    }

    @Override
    public void setOwnMode(int mode) throws IOException {
        ownView().setPermissions(FileFacts.permissions(mode));
    }

    @Override
    public void move(Path name, Directory into, Path newName) throws IOException {
        if (!(into instanceof HeldDirectory target)) {
            throw new IOException("cannot move between " + path + " and " + into.path());
        }
        stream.move(name, target.stream, newName);
    }

    @Override
    public void delete(Path name) throws IOException {
        if (facts(name).type() == FileFacts.Type.DIRECTORY) {
            stream.deleteDirectory(name);
        } else {
            stream.deleteFile(name);
        }
    }

    @Override
    public Iterator<Path> names() {
        return stream.iterator();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    private PosixFileAttributeView view(Path name) throws IOException {
        return posix(stream.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS));
    }

    private PosixFileAttributeView ownView() throws IOException {
        return posix(stream.getFileAttributeView(PosixFileAttributeView.class));
    }

    private PosixFileAttributeView posix(BasicFileAttributeView view) throws IOException {
        if (view instanceof PosixFileAttributeView posix) {
            return posix;
        }
        throw new IOException("the file system of " + path + " has no permission bits");
    }
}
