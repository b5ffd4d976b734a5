package org.fastsend.core.files;

import java.util.function.IntPredicate;

/// Finds files by their paths: four to eight bytes a file, since the paths themselves stay on disk. Not thread-safe.
public final class PathIndex {
    private static final int SPREAD = 0x9e3779b9;

    /// File number + 1, or 0; at most half full.
    private int[] table = new int[1 << 10];

    private int[] hashes = new int[1 << 10];
    private int size;

    public void add(String path, int file) {
        if (2 * ++size > table.length) {
            grow();
        }
        put(path.hashCode(), file);
    }

    /// The first file added under a path of that hash that is the one looked for; -1 if none is.
    public int find(String path, IntPredicate isIt) {
        int hash = path.hashCode();
        for (int at = slot(hash); table[at] != 0; at = (at + 1) & (table.length - 1)) {
            if (hashes[at] == hash && isIt.test(table[at] - 1)) {
                return table[at] - 1;
            }
        }
        return -1;
    }

    private int slot(int hash) {
        return (hash * SPREAD) >>> 8 & (table.length - 1);
    }

    private void put(int hash, int file) {
        int at = slot(hash);
        while (table[at] != 0) {
            at = (at + 1) & (table.length - 1);
        }
        table[at] = file + 1;
        hashes[at] = hash;
    }

    private void grow() {
        int[] files = table;
        int[] theirs = hashes;
        table = new int[2 * files.length];
        hashes = new int[2 * files.length];
        for (int i = 0; i < files.length; i++) {
            if (files[i] != 0) {
                put(theirs[i], files[i] - 1);
            }
        }
    }
}
