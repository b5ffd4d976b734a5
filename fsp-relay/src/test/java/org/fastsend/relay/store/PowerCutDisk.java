package org.fastsend.relay.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/// A disk in memory that may lose what was not forced: sectors of a file in any order, changes to a directory from the
/// last on. It counts forces, fills up, fails to force, and has its power cut after a number of operations.
final class PowerCutDisk implements Disk {
    static final long PLENTY = Long.MAX_VALUE / 2;

    private final Folder root;
    private long freeBytes = PLENTY;
    private boolean admitsFullness = true;
    private int operationsLeft = Integer.MAX_VALUE;
    private int failingForces;
    private int forces;
    private String unreadable = "";

    PowerCutDisk() {
        this(new Folder());
    }

    private PowerCutDisk(Folder root) {
        this.root = root;
    }

    private sealed interface Node {}

    private record Leaf(PowerCutFile content) implements Node {}

    private static final class Folder implements Node {
        private final TreeMap<String, Node> now = new TreeMap<>();
        private final TreeMap<String, Node> durable = new TreeMap<>();
        private final List<Runnable> unforced = new ArrayList<>();
    }

    synchronized void cutPowerAfter(int operations) {
        operationsLeft = operations;
    }

    synchronized boolean isCut() {
        return operationsLeft <= 0;
    }

    /// The next forces of files fail, and what they should have made durable never is, as on Linux.
    synchronized void failForces(int count) {
        failingForces = count;
    }

    /// @param admitted whether the disk also says so when asked; others may fill a disk at any moment
    synchronized void leaveFree(long bytes, boolean admitted) {
        freeBytes = bytes;
        admitsFullness = admitted;
    }

    /// Forces of files so far.
    synchronized int forces() {
        return forces;
    }

    /// What is on the disk when the power is back.
    synchronized PowerCutDisk afterPowerCut(Random random) {
        return new PowerCutDisk(survivor(root, random));
    }

    /// The file lies on a bad sector from now on.
    synchronized void spoil(String file) {
        unreadable = file;
    }

    /// What the next process finds when this one is killed: all that it wrote, durable or not.
    synchronized PowerCutDisk afterKill() {
        operationsLeft = Integer.MAX_VALUE;
        failingForces = 0;
        return this;
    }

    /// Changes a byte that is on the disk.
    synchronized void flipByte(String file, int offset) throws IOException {
        content(file).flip(offset);
    }

    synchronized int size(String file) throws IOException {
        return content(file).length();
    }

    private static Folder survivor(Folder folder, Random random) {
        int kept = random.nextInt(folder.unforced.size() + 1);
        folder.unforced.subList(0, kept).forEach(Runnable::run);
        Folder survivor = new Folder();
        folder.durable.forEach((name, node) -> {
            Node copy = switch (node) {
                case Folder inner -> survivor(inner, random);
                case Leaf(PowerCutFile content) -> new Leaf(content.survivor(random));
            };
            survivor.now.put(name, copy);
            survivor.durable.put(name, copy);
        });
        return survivor;
    }

    @Override
    public synchronized List<String> list(String directory) throws IOException {
        return List.copyOf(folder(directory).now.keySet());
    }

    @Override
    public synchronized void makeDirectory(String directory) throws IOException {
        spend();
        Folder parent = parent(directory);
        if (!parent.now.containsKey(last(directory))) {
            put(parent, last(directory), new Folder());
        }
    }

    @Override
    public synchronized DiskFile create(String file) throws IOException {
        spend();
        Folder parent = parent(file);
        if (parent.now.containsKey(last(file))) {
            throw new IOException(file + " exists");
        }
        PowerCutFile content = new PowerCutFile();
        put(parent, last(file), new Leaf(content));
        return new OpenFile(content);
    }

    @Override
    public synchronized DiskFile open(String file) throws IOException {
        if (file.equals(unreadable)) {
            throw new IOException("Input/output error");
        }
        return new OpenFile(content(file));
    }

    @Override
    public synchronized boolean exists(String name) throws IOException {
        return parent(name).now.containsKey(last(name));
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        spend();
        Folder parent = parent(from);
        if (parent != parent(to)) {
            throw new IOException("not within one directory");
        }
        Node node = parent.now.remove(last(from));
        if (node == null) {
            throw new FileNotFoundException(from);
        }
        parent.now.put(last(to), node);
        parent.unforced.add(() -> {
            parent.durable.remove(last(from));
            parent.durable.put(last(to), node);
        });
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        spend();
        Folder parent = parent(name);
        if (parent.now.get(last(name)) instanceof Folder inner && !inner.now.isEmpty()) {
            throw new IOException(name + " is not empty");
        }
        if (parent.now.remove(last(name)) == null) {
            throw new FileNotFoundException(name);
        }
        parent.unforced.add(() -> parent.durable.remove(last(name)));
    }

    @Override
    public synchronized void forceDirectory(String directory) throws IOException {
        spend();
        Folder folder = folder(directory);
        folder.unforced.forEach(Runnable::run);
        folder.unforced.clear();
    }

    @Override
    public synchronized long freeBytes() {
        return admitsFullness ? freeBytes : PLENTY;
    }

    private void spend() throws IOException {
        if (operationsLeft <= 0) {
            throw new IOException("the power is cut");
        }
        operationsLeft--;
    }

    private static void put(Folder parent, String name, Node node) {
        parent.now.put(name, node);
        parent.unforced.add(() -> parent.durable.put(name, node));
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    private Folder parent(String name) throws IOException {
        int slash = name.lastIndexOf('/');
        return folder(slash < 0 ? "" : name.substring(0, slash));
    }

    private Folder folder(String name) throws IOException {
        if (name.isEmpty()) {
            return root;
        }
        if (parent(name).now.get(last(name)) instanceof Folder folder) {
            return folder;
        }
        throw new FileNotFoundException(name);
    }

    private PowerCutFile content(String name) throws IOException {
        if (parent(name).now.get(last(name)) instanceof Leaf(PowerCutFile content)) {
            return content;
        }
        throw new FileNotFoundException(name);
    }

    private final class OpenFile implements DiskFile {
        private final PowerCutFile content;

        OpenFile(PowerCutFile content) {
            this.content = content;
        }

        @Override
        public long size() {
            synchronized (PowerCutDisk.this) {
                return content.length();
            }
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            synchronized (PowerCutDisk.this) {
                spend();
                long growth = Math.max(0, position + from.remaining() - content.length());
                int length = from.remaining() - (int) Math.max(0, growth - freeBytes);
                freeBytes -= Math.min(growth, freeBytes);
                content.write(from.slice(from.position(), length), (int) position);
                if (length < from.remaining()) {
                    throw new DiskFullException("no room", null);
                }
            }
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            synchronized (PowerCutDisk.this) {
                if (operationsLeft <= 0) {
                    throw new IOException("the power is cut");
                }
                return content.read(into, (int) position);
            }
        }

        @Override
        public void force() throws IOException {
            synchronized (PowerCutDisk.this) {
                spend();
                forces++;
                if (failingForces > 0) {
                    failingForces--;
                    content.failToForce();
                    throw new IOException("writing back failed");
                }
                content.force();
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (PowerCutDisk.this) {
                spend();
                if (size < content.length()) {
                    freeBytes += content.length() - size;
                    content.truncate((int) size);
                }
            }
        }

        @Override
        public void close() {}
    }
}
