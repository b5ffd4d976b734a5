package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.Iterator;
import java.util.Set;

/// A directory held open. What is in it is reached by a single name and never through a link, so nobody who plants
/// a link meanwhile can make a read or a write leave the tree. Thread-safe, but for [#names].
sealed interface Directory extends Closeable permits HeldDirectory, CheckedDirectory {
    /// Opens a directory that the caller chose: links on the way to it are followed.
    @SuppressWarnings("StreamResourceLeak") // the held directory closes it
    static Directory open(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        DirectoryStream<Path> stream = Files.newDirectoryStream(absolute);
        if (stream instanceof SecureDirectoryStream<Path> held) {
            return new HeldDirectory(absolute, held);
        }
        stream.close();
        return new CheckedDirectory(absolute);
    }

    /// Where the directory was when it was opened; for messages and for calls that know no better.
    Path path();

    /// Opens a directory in this one. Throws [java.nio.file.NoSuchFileException] if there is none of that name,
    /// [java.nio.file.NotDirectoryException] or [java.nio.file.FileSystemException] if it is a file or a link.
    Directory child(Path name) throws IOException;

    /// Opens or creates (mode 0600) a file in this directory.
    FileChannel file(Path name, Set<? extends OpenOption> options) throws IOException;

    /// What `name` is; of a link the link itself.
    FileFacts facts(Path name) throws IOException;

    /// Sets time and permission bits of a file (not a link) in this directory.
    void mark(Path name, int mode, long modifiedNanos) throws IOException;

    /// Sets time and permission bits of this directory. With `durable`, it survives a power cut from then on with
    /// all the names in it.
    void markSelf(int mode, long modifiedNanos, boolean durable) throws IOException;

    /// The permission bits of this directory.
    int ownMode() throws IOException;

    /// Sets the permission bits of this directory.
    void setOwnMode(int mode) throws IOException;

    /// Renames, atomically, over whatever file or link has the new name.
    void move(Path name, Directory into, Path newName) throws IOException;

    /// Deletes a file, a link or an empty directory.
    void delete(Path name) throws IOException;

    /// The names in this directory, as the disk lists them; only once for an opened directory, by one thread.
    Iterator<Path> names();
}
