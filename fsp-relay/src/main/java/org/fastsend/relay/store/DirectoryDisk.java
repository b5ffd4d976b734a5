package org.fastsend.relay.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The real disk: a directory of the file system.
public final class DirectoryDisk implements Disk {
    /// Bytes handed to the system at once. The JDK copies heap buffers through a direct one that each
    /// thread then keeps, so this bounds the direct memory of the threads that write and read blocks.
    private static final int PIECE_BYTES = 256 * 1024;

    private final Path root;

    /// @param root an existing directory
    public DirectoryDisk(Path root) {
        this.root = root;
    }

    @Override
    public List<String> list(String directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path(directory))) {
            for (Path entry : entries) {
                names.add(String.valueOf(entry.getFileName()));
            }
        }
        return names;
    }

    @Override
    public void makeDirectory(String directory) throws IOException {
        try {
            Files.createDirectory(path(directory));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(path(directory), LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        } catch (IOException e) {
            throw named(e);
        }
    }

    @Override
    public DiskFile create(String file) throws IOException {
        return channel(file, StandardOpenOption.CREATE_NEW);
    }

    @Override
    public DiskFile open(String file) throws IOException {
        return channel(file, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public boolean exists(String name) {
        return Files.exists(path(name), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(path(from), path(to), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(path(name));
    }

    @Override
    public void forceDirectory(String directory) throws IOException {
        try (FileChannel channel = FileChannel.open(path(directory), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public long freeBytes() throws IOException {
        return Files.getFileStore(root).getUsableSpace();
    }

    private Path path(String name) {
        return root.resolve(name);
    }

    private DiskFile channel(String file, java.nio.file.OpenOption how) throws IOException {
        try {
            return new ChannelFile(
                    FileChannel.open(path(file), how, StandardOpenOption.READ, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw named(e);
        }
    }

    /// Java has no type for a full disk, only the system's words.
    private static IOException named(IOException e) {
        String reason = e instanceof FileSystemException inFile ? inFile.getReason() : e.getMessage();
        if (reason != null && (reason.contains("No space left") || reason.contains("uota exceeded"))) {
            return new DiskFullException(reason, e);
        }
        return e;
    }

    private record ChannelFile(FileChannel channel) implements DiskFile {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            int done = 0;
            while (done < from.remaining()) {
                int length = Math.min(PIECE_BYTES, from.remaining() - done);
                try {
                    done += channel.write(from.slice(from.position() + done, length), position + done);
                } catch (IOException e) {
                    throw named(e);
                }
            }
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            int done = 0;
            while (into.hasRemaining()) {
                int length = Math.min(PIECE_BYTES, into.remaining());
                int count = channel.read(into.slice(into.position(), length), position + done);
                if (count < 0) {
                    break;
                }
                into.position(into.position() + count);
                done += count;
            }
            return done;
        }

        @Override
        public void force() throws IOException {
            try {
                channel.force(false);
            } catch (IOException e) {
                throw named(e);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
