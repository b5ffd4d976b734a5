package org.fastsend.server.files;

import java.util.ArrayList;
import java.util.List;

/// A path as clients see it: absolute, `/` between names, already free of `.` and `..`. No name in it leads
/// upwards, so below a [RootedTree] it can only mean something inside.
///
/// @param names from the top down; none for the root
public record VirtualPath(List<String> names) {
    public static final VirtualPath ROOT = new VirtualPath(List.of());

    public VirtualPath {
        names = List.copyOf(names);
    }

    /// What `text` means from here: absolute when it starts with `/`. `..` at the root stays there.
    public VirtualPath resolve(String text) {
        List<String> result = new ArrayList<>(text.startsWith("/") ? List.of() : names);
        for (String name : text.split("/", -1)) {
            switch (name) {
                case "", "." -> {}
                case ".." -> {
                    if (!result.isEmpty()) {
                        result.removeLast();
                    }
                }
                default -> result.add(name);
            }
        }
        return new VirtualPath(result);
    }

    public VirtualPath child(String name) {
        List<String> result = new ArrayList<>(names);
        result.add(name);
        return new VirtualPath(result);
    }

    /// Whether `text`, as a link in this directory would have it, leads to a place in the tree, and never above its
    /// root on the way.
    public boolean contains(String text) {
        int depth = text.startsWith("/") ? 0 : names.size();
        for (String name : text.split("/", -1)) {
            depth += switch (name) {
                case "", "." -> 0;
                case ".." -> -1;
                default -> 1;
            };
            if (depth < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /// The root's parent is the root.
    public VirtualPath parent() {
        return isRoot() ? this : new VirtualPath(names.subList(0, names.size() - 1));
    }

    public boolean isRoot() {
        return names.isEmpty();
    }

    /// The last name; `/` for the root.
    public String name() {
        return isRoot() ? "/" : names.getLast();
    }

    @Override
    public String toString() {
        return "/" + String.join("/", names);
    }
}
