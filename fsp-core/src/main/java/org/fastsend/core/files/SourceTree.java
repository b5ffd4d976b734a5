package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.RelativePath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The walk of what a person wants sent: each root with everything below it, in the order in which the disk lists
/// it, a directory before its content. Links are entries and never followed. Holds one open directory for each
/// level of the place it is at, nothing else, so its memory does not depend on the size of the tree. Not
/// thread-safe.
public final class SourceTree implements Iterator<SourceItem>, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SourceTree.class);

    private final ArrayDeque<Root> roots;
    private final Predicate<String> hidden;
    private final Optional<Path> apart;
    private final ArrayDeque<Level> levels = new ArrayDeque<>();
    /// Found and not yet handed out: at most an entry and the report on it.
    private final ArrayDeque<SourceItem> found = new ArrayDeque<>();

    private SourceTree(List<Root> roots, Predicate<String> hidden, Optional<Path> apart) {
        this.roots = new ArrayDeque<>(roots);
        this.hidden = hidden;
        this.apart = apart;
    }

    /// Prepares the walk of `roots`, files or directories or links. Throws MISSING_PATH if one does not exist, and
    /// USAGE if two have the same name, since they would land in one place.
    public static SourceTree of(List<Path> roots) {
        return of(SourceRoots.of(roots));
    }

    /// The same of roots that are named more exactly.
    public static SourceTree of(SourceRoots roots) {
        Map<String, Path> names = new HashMap<>();
        List<Root> checked = new ArrayList<>();
        for (AnchoredPath given : roots.places()) {
            Root root = root(given, roots.named());
            Path other = names.put(FileNames.printable(root.name), given.path());
            if (other != null) {
                throw new FspException(
                        ErrorCode.USAGE,
                        FileNames.printable(other) + " and " + FileNames.printable(given.path())
                                + " have the same name and would overwrite each other; send them one at a time");
            }
            checked.add(root);
        }
        return new SourceTree(checked, roots.hidden(), roots.apart());
    }

    private static Root root(AnchoredPath given, boolean named) {
        try {
            AnchoredPath place = named(given);
            if (!named) {
                place.open().close(); // fails now, if it does, before anything is sent
                return new Root(place, Path.of(""));
            }
            Path name = place.path().getFileName();
            if (name == null) {
                throw new FspException(
                        ErrorCode.USAGE, place.path() + " has no name of its own; name the directories in it instead");
            }
            // Looks at it now, so that a wrong path fails before anything is sent.
            Files.readAttributes(place.path(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return new Root(place.parent(), name);
        } catch (IOException e) {
            throw DiskFailure.reading(given.path(), e);
        }
    }

    /// The same from the top of the disk, by the name that it has there.
    private static AnchoredPath named(AnchoredPath given) throws IOException {
        AnchoredPath absolute = new AnchoredPath(given.anchor().toAbsolutePath(), given.way());
        String last = String.valueOf(absolute.path().getFileName());
        return last.equals(".") || last.equals("..")
                ? AnchoredPath.of(absolute.path().toRealPath())
                : absolute;
    }

    @Override
    public boolean hasNext() {
        while (found.isEmpty() && !(levels.isEmpty() && roots.isEmpty())) {
            advance();
        }
        return !found.isEmpty();
    }

    @Override
    public SourceItem next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return found.removeFirst();
    }

    @Override
    public void close() {
        roots.clear();
        while (!levels.isEmpty()) {
            leave();
        }
    }

    /// One step: the next name of the innermost directory, or the end of it, or the next root.
    private void advance() {
        Level level = levels.peekLast();
        if (level == null) {
            startRoot(roots.removeFirst());
            return;
        }
        try {
            if (level.names.hasNext()) {
                visit(level.base, level.directory, level.names.next().getFileName(), level.prefix());
            } else {
                leave();
            }
        } catch (DirectoryIteratorException e) {
            found.add(unreadable(
                    level.relative,
                    "listing it broke off: " + DiskFailure.reason(Objects.requireNonNull(e.getCause()))));
            leave();
        }
    }

    private void startRoot(Root root) {
        if (root.isNameless()) {
            startNameless(root.base);
            return;
        }
        try (Directory base = root.base.open()) {
            visit(root.base, base, root.name, "");
        } catch (IOException e) {
            found.add(unreadable(FileNames.printable(root.name), DiskFailure.reason(e)));
        }
    }

    private void startNameless(AnchoredPath root) {
        try {
            Directory directory = root.open();
            levels.addLast(new Level(root, directory, directory.names(), ""));
        } catch (IOException e) {
            found.add(unreadable("", DiskFailure.reason(e)));
        }
    }

    private void visit(AnchoredPath base, Directory parent, Path name, String prefix) {
        if (hidden.test(name.toString())) {
            return;
        }
        String shown = prefix + FileNames.printable(name);
        Optional<String> utf8 = FileNames.utf8(name);
        if (utf8.isEmpty()) {
            found.add(new OmittedEntry(shown, OmittedEntry.Cause.UNNAMEABLE, "its name is not valid UTF-8"));
            return;
        }
        String relative = prefix + utf8.get();
        if (relative.getBytes(StandardCharsets.UTF_8).length > RelativePath.MAX_BYTES) {
            found.add(new OmittedEntry(
                    shown,
                    OmittedEntry.Cause.UNNAMEABLE,
                    "its path is longer than " + RelativePath.MAX_BYTES + " bytes"));
            return;
        }
        try {
            FileFacts facts = parent.facts(name);
            switch (facts.type()) {
                case FILE -> found.add(entry(base, relative, FileKind.FILE, facts, ""));
                case DIRECTORY -> {
                    if (!isApart(parent.path().resolve(name), facts)) {
                        found.add(entry(base, relative, FileKind.DIRECTORY, facts, ""));
                        enter(base, parent, name, relative);
                    }
                }
                case LINK -> found.add(link(base, parent, name, relative, facts));
                case SPECIAL ->
                    found.add(new OmittedEntry(shown, OmittedEntry.Cause.SPECIAL, "it is a pipe, socket or device"));
            }
        } catch (IOException e) {
            found.add(unreadable(shown, DiskFailure.reason(e)));
        }
    }

    private boolean isApart(Path directory, FileFacts facts) throws IOException {
        if (apart.isEmpty() || !Files.isDirectory(apart.get())) {
            return false;
        }
        long identity = FileFacts.of(Files.readAttributes(apart.get(), BasicFileAttributes.class))
                .identity();
        return identity == facts.identity() && Files.isSameFile(apart.get(), directory);
    }

    private void enter(AnchoredPath base, Directory parent, Path name, String relative) {
        try {
            Directory directory = parent.child(name);
            levels.addLast(new Level(base, directory, directory.names(), relative));
        } catch (IOException e) {
            found.add(unreadable(relative, "its content cannot be listed: " + DiskFailure.reason(e)));
        }
    }

    private void leave() {
        Level level = levels.removeLast();
        try {
            level.directory.close();
        } catch (IOException e) {
            LOG.warn("closing directory {} failed", level.relative, e);
        }
    }

    private static SourceItem link(AnchoredPath base, Directory parent, Path name, String relative, FileFacts facts)
            throws IOException {
        Optional<String> target =
                FileNames.utf8(Files.readSymbolicLink(parent.path().resolve(name)));
        return target.<SourceItem>map(text -> entry(base, relative, FileKind.LINK, facts, text))
                .orElseGet(() -> new OmittedEntry(
                        relative, OmittedEntry.Cause.UNNAMEABLE, "the link's target is not valid UTF-8"));
    }

    private static SourceEntry entry(
            AnchoredPath base, String relative, FileKind kind, FileFacts facts, String target) {
        long size = kind == FileKind.FILE ? facts.size() : 0;
        return new SourceEntry(
                base, relative, kind, size, facts.modifiedNanos(), facts.mode(), target, facts.identity());
    }

    private static OmittedEntry unreadable(String relative, String reason) {
        return new OmittedEntry(relative, OmittedEntry.Cause.UNREADABLE, reason);
    }

    /// @param name in the base; empty for what is in the base itself
    private record Root(AnchoredPath base, Path name) {
        boolean isNameless() {
            return name.toString().isEmpty();
        }
    }

    /// A directory that is being listed.
    ///
    /// @param relative its path in the tree that is sent; empty for a root without a name
    private record Level(AnchoredPath base, Directory directory, Iterator<Path> names, String relative) {
        String prefix() {
            return relative.isEmpty() ? "" : relative + "/";
        }
    }
}
