package org.fastsend.relay.store;

import java.io.IOException;
import java.util.List;

/// What the store needs of a disk. Names are relative to the store's directory, parts separated by {@code /}; the
/// empty name is that directory itself. Nothing is durable before the matching force: bytes by {@link DiskFile#force},
/// and the creation, renaming or deletion of an entry by {@link #forceDirectory} of the directory it is in.
/// Thread-safe.
public interface Disk {
    /// Names of a directory's entries, without the directory, in no order.
    List<String> list(String directory) throws IOException;

    /// Creates a directory; one that exists is left as it is.
    void makeDirectory(String directory) throws IOException;

    /// Creates an empty file, which must not exist, for reading and writing.
    DiskFile create(String file) throws IOException;

    /// Opens an existing file for reading and writing.
    DiskFile open(String file) throws IOException;

    boolean exists(String name) throws IOException;

    /// Gives an entry another name, atomically; a file of that name is replaced.
    void rename(String from, String to) throws IOException;

    /// Deletes a file or an empty directory.
    void delete(String name) throws IOException;

    void forceDirectory(String directory) throws IOException;

    /// Bytes that can still be written.
    long freeBytes() throws IOException;
}
