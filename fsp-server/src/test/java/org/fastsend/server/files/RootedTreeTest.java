package org.fastsend.server.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootedTreeTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(0);

    @TempDir
    private Path temporary;

    private Path root;
    private RootedTree tree;

    @BeforeEach
    void makeTree() throws IOException {
        root = Files.createDirectories(temporary.toRealPath().resolve("root"));
        Files.createDirectories(root.resolve("sub"));
        Files.writeString(root.resolve("sub/inside"), "inside");
        Files.writeString(temporary.resolve("outside"), "outside");
        tree = new RootedTree(root);
    }

    @TempDir
    private Path swapped;

    @Test
    void dotsCannotLeadAboveTheRoot() {
        for (String path : List.of("..", "/..", "../../outside", "sub/../../outside", "/../../../etc/passwd")) {
            VirtualPath virtual = VirtualPath.ROOT.resolve(path);
            assertTrue(virtual.names().stream().noneMatch(".."::equals), path);
        }
        assertEquals("/outside", VirtualPath.ROOT.resolve("sub/../../outside").toString());
    }

    @Test
    void linksInsideAreFollowedAndLinksOutsideAreRefused() throws IOException {
        Files.createSymbolicLink(root.resolve("good"), Path.of("sub"));
        Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
        Files.createSymbolicLink(root.resolve("absolute"), temporary.resolve("outside"));
        assertEquals(root.resolve("sub/inside"), tree.existing(path("good/inside")));
        for (String escape : List.of("up/outside", "up", "absolute")) {
            assertThrows(AccessDeniedException.class, () -> tree.existing(path(escape)), escape);
            assertThrows(AccessDeniedException.class, () -> tree.target(path(escape)), escape);
        }
        assertThrows(AccessDeniedException.class, () -> tree.entry(path("up/new")));
    }

    @Test
    void aLinkItselfCanBeNamedWhereverItLeads() throws IOException {
        Files.createSymbolicLink(root.resolve("absolute"), temporary.resolve("outside"));
        assertEquals(root.resolve("absolute"), tree.entry(path("absolute")));
    }

    @Test
    void aDanglingLinkIsNoFileToWrite() throws IOException {
        Files.createSymbolicLink(root.resolve("dangling"), temporary.resolve("not-yet-there"));
        assertThrows(NoSuchFileException.class, () -> tree.target(path("dangling")));
    }

    @Test
    void uploadsInProgressCannotBeNamed() {
        assertThrows(AccessDeniedException.class, () -> tree.existing(path(RootedTree.UPLOAD_PREFIX + "1")));
        assertThrows(AccessDeniedException.class, () -> tree.entry(path("sub/" + RootedTree.UPLOAD_PREFIX + "1")));
    }

    @Test
    void norCanTheyBeReachedThroughALink() throws IOException {
        Files.writeString(root.resolve(RootedTree.UPLOAD_PREFIX + "begun-1"), "half");
        Files.createSymbolicLink(root.resolve("x"), Path.of(RootedTree.UPLOAD_PREFIX + "begun-1"));
        assertThrows(AccessDeniedException.class, () -> tree.existing(path("x")));
        assertThrows(AccessDeniedException.class, () -> tree.target(path("x")));
        assertEquals(root.resolve("x"), tree.entry(path("x")));
    }

    @Test
    void theRootItselfIsNoEntry() {
        assertThrows(AccessDeniedException.class, () -> tree.entry(VirtualPath.ROOT));
    }

    @Test
    void noPathOfAnySortLeavesTheTree() throws IOException {
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(root.resolve("up"), Path.of("../.."));
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String[] parts = {"..", ".", "", "sub", "inside", "up", "loop", "etc", "\u0000", "a\nb", "\\..", "~", "passwd"};
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "/" : "");
            for (int n = random.nextInt(6); n >= 0; n--) {
                text.append(parts[random.nextInt(parts.length)]).append('/');
            }
            try {
                assertTrue(tree.existing(path(text.toString())).startsWith(root), "seed " + seed + ": " + text);
            } catch (IOException refused) {
                assertTrue(refused.getMessage() != null, "seed " + seed);
            }
        }
    }

    @Test
    void aListingGoesOnInTheDirectoryThatItBeganIn() throws IOException, InterruptedException {
        Path served = Files.createDirectories(swapped.resolve("served/sub"));
        Path outside = Files.createDirectory(swapped.resolve("outside"));
        for (String name : List.of("a", "b")) {
            Files.writeString(served.resolve(name), "mine");
            Files.writeString(outside.resolve(name), "a secret");
        }
        RootedTree tree = new RootedTree(swapped.resolve("served"));
        List<Long> sizes = new ArrayList<>();
        tree.list(tree.existing(path("sub")), entry -> {
            sizes.add(entry.size());
            if (sizes.size() == 1) {
                Files.move(served, swapped.resolve("served/moved"));
                Files.createSymbolicLink(served, outside);
            }
        });
        assertEquals(List.of(4L, 4L), sizes);
    }

    private static VirtualPath path(String text) {
        return VirtualPath.ROOT.resolve(text);
    }

    @Test
    void aLinkThatComesBetweenTheLookAndTheDeedIsNotFollowed() throws IOException {
        Path served = Files.createDirectories(swapped.resolve("served/sub"));
        Path outside = Files.createDirectory(swapped.resolve("outside"));
        Files.writeString(served.resolve("f"), "mine");
        Files.writeString(outside.resolve("f"), "secret");
        RootedTree tree = new RootedTree(swapped.resolve("served"));
        Path real = tree.existing(VirtualPath.ROOT.resolve("sub/f"));
        Path fresh = tree.entry(VirtualPath.ROOT.resolve("sub/new"));
        Files.move(served, swapped.resolve("served/moved"));
        Files.createSymbolicLink(served, outside);
        assertThrows(IOException.class, () -> tree.open(real));
        assertThrows(IOException.class, () -> tree.delete(real));
        assertThrows(IOException.class, () -> tree.move(real, tree.root().resolve("stolen")));
        assertThrows(IOException.class, () -> tree.makeDirectory(fresh));
        assertThrows(IOException.class, () -> tree.makeLink(fresh, Path.of("f")));
        assertThrows(IOException.class, () -> tree.list(tree.root().resolve("sub"), _ -> {}));
        assertThrows(IOException.class, () -> tree.change(real, (times, _) -> times.setTimes(LONG_AGO, null, null)));
        assertNotEquals(LONG_AGO, Files.getLastModifiedTime(outside.resolve("f")));
        assertEquals("secret", Files.readString(outside.resolve("f")));
        assertFalse(Files.exists(outside.resolve("new")));
    }

    @Test
    void remainsBehindALinkThatComesBetweenTheLookAndTheDeedStay() throws IOException {
        Path outside = Files.createDirectory(swapped.resolve("outside"));
        Path remains = Files.createFile(outside.resolve(RootedTree.UPLOAD_PREFIX + "begun-1"));
        Path sub = tree.entry(path("sub"));
        Files.move(sub, root.resolve("moved"));
        Files.createSymbolicLink(sub, outside);
        assertThrows(IOException.class, () -> tree.deleteDirectory(sub));
        assertTrue(Files.exists(remains));
    }
}
