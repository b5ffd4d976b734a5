package org.fastsend.relay.store;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The files open at a time for all transfers: at most {@link #MAX_OPEN} that nobody is using, the least recently used
/// closed first. Thread-safe.
final class OpenFiles {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);
    private static final int MAX_OPEN = 256;

    private final Disk disk;
    private final Map<String, Shared> open = new LinkedHashMap<>(16, 0.75f, true);

    OpenFiles(Disk disk) {
        this.disk = disk;
    }

    /// Lends an existing file, opening it if need be.
    synchronized Lent borrow(String name) throws IOException {
        Shared shared = open.get(name);
        if (shared == null) {
            closeIdle(MAX_OPEN - 1);
            shared = new Shared(disk.open(name));
            open.put(name, shared);
        }
        shared.users++;
        return new Lent(shared);
    }

    /// Closes the files of a directory that goes; those in use close when their last user is done.
    synchronized void forget(String directory) {
        Iterator<Map.Entry<String, Shared>> entries = open.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<String, Shared> entry = entries.next();
            if (entry.getKey().startsWith(directory + "/")) {
                entries.remove();
                entry.getValue().forgotten = true;
                closeIfUnused(entry.getValue());
            }
        }
    }

    synchronized void close() {
        closeIdle(0);
    }

    private void closeIdle(int keep) {
        Iterator<Shared> oldestFirst = open.values().iterator();
        int excess = open.size() - keep;
        while (excess > 0 && oldestFirst.hasNext()) {
            Shared shared = oldestFirst.next();
            if (shared.users == 0) {
                oldestFirst.remove();
                shared.forgotten = true;
                closeIfUnused(shared);
                excess--;
            }
        }
    }

    private synchronized void giveBack(Shared shared) {
        shared.users--;
        closeIfUnused(shared);
    }

    private void closeIfUnused(Shared shared) {
        if (shared.forgotten && shared.users == 0) {
            try {
                shared.file.close();
            } catch (IOException e) {
                LOG.warn("closing a file failed", e);
            }
        }
    }

    private static final class Shared {
        private final DiskFile file;
        private int users;
        private boolean forgotten;

        Shared(DiskFile file) {
            this.file = file;
        }
    }

    /// A file in use; closing it gives it back.
    final class Lent implements AutoCloseable {
        private final Shared shared;

        private Lent(Shared shared) {
            this.shared = shared;
        }

        DiskFile file() {
            return shared.file;
        }

        @Override
        public void close() {
            giveBack(shared);
        }
    }
}
