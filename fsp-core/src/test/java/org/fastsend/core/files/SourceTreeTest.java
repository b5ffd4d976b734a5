package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FileKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTreeTest {
    @TempDir
    Path temp;

    @Test
    void everythingBelowARootIsFoundUnderTheRootsOwnName() throws Exception {
        Path root = Trees.golden(temp, "tree");
        Set<String> expected = Snapshot.of(root).keySet();
        Map<String, SourceEntry> found = entries(root);
        assertEquals(new TreeSet<>(expected), new TreeSet<>(found.keySet()));
        SourceEntry large = found.get("tree/large");
        assertEquals(FileKind.FILE, large.kind());
        assertEquals(1_000_000, large.size());
        assertEquals(Files.getLastModifiedTime(root.resolve("large")).to(TimeUnit.NANOSECONDS), large.modifiedNanos());
        assertEquals(root.resolve("large"), large.path());
        SourceEntry link = found.get("tree/out of the root");
        assertEquals(FileKind.LINK, link.kind());
        assertEquals("/etc", link.linkTarget());
        assertEquals(0, link.size());
    }

    @Test
    void aDirectoryComesBeforeWhatIsInIt() throws Exception {
        Path root = Trees.golden(temp, "tree");
        Set<String> seen = new HashSet<>(Set.of(""));
        try (SourceTree tree = SourceTree.of(List.of(root))) {
            while (tree.hasNext()) {
                String path = tree.next().relativePath();
                String parent = path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
                assertTrue(seen.contains(parent), path);
                seen.add(path);
            }
        }
    }

    @Test
    void whatIsHiddenIsNotFoundAndNotEntered() throws Exception {
        Path root = Files.createDirectories(temp.resolve("tree/.mine/deep"))
                .resolve("../..")
                .normalize();
        Trees.file(root.resolve(".mine-too"), new byte[1]);
        Trees.file(root.resolve("ours"), new byte[1]);
        List<String> found = new ArrayList<>();
        try (SourceTree tree = SourceTree.of(
                new SourceRoots(List.of(AnchoredPath.of(root)), true, name -> name.startsWith(".mine")))) {
            tree.forEachRemaining(item -> found.add(item.relativePath()));
        }
        assertEquals(List.of("tree", "tree/ours"), found);
    }

    @Test
    void aDirectoryThatIsKeptApartIsNotFoundWhateverWayLeadsThere() throws Exception {
        Path root = Files.createDirectory(temp.resolve("tree"));
        Path apart = Files.createDirectories(root.resolve("state/fsp"));
        Trees.file(apart.resolve("journal"), new byte[1]);
        Files.createDirectories(root.resolve("fsp"));
        Path way = Files.createSymbolicLink(temp.resolve("way"), root);
        for (Path named : List.of(apart, way.resolve("state/fsp"))) {
            List<String> found = new ArrayList<>();
            try (SourceTree tree = SourceTree.of(SourceRoots.of(List.of(root)).without(named))) {
                tree.forEachRemaining(item -> found.add(item.relativePath()));
            }
            assertEquals(Set.of("tree", "tree/fsp", "tree/state"), Set.copyOf(found), named.toString());
        }
        Path missing = temp.resolve("missing");
        try (SourceTree tree = SourceTree.of(SourceRoots.of(List.of(apart)).without(missing))) {
            assertEquals("fsp", tree.next().relativePath());
        }
    }

    @Test
    void aRootWithoutANameIsWhatIsInIt() throws Exception {
        Path root = Trees.golden(temp, "tree");
        Trees.file(root.resolve(".mine"), new byte[1]);
        SourceRoots roots = new SourceRoots(List.of(AnchoredPath.of(root)), false, name -> name.startsWith(".mine"));
        Map<String, SourceEntry> found = new TreeMap<>();
        try (SourceTree tree = SourceTree.of(roots)) {
            while (tree.hasNext()) {
                if (tree.next() instanceof SourceEntry entry) {
                    found.put(entry.relativePath(), entry);
                }
            }
        }
        Files.delete(root.resolve(".mine"));
        Set<String> expected = new TreeSet<>();
        for (String path : Snapshot.of(root).keySet()) {
            if (path.contains("/")) {
                expected.add(path.substring("tree/".length()));
            }
        }
        assertEquals(expected, found.keySet());
        assertEquals(root.resolve("large"), found.get("large").path());
        Path missing = temp.resolve("missing");
        assertThrows(
                FspException.class,
                () -> SourceTree.of(new SourceRoots(List.of(AnchoredPath.of(missing)), false, _ -> false)));
    }

    @Test
    void permissionBitsAreKeptAndNoOthers() throws Exception {
        Path file = Trees.file(temp.resolve("f"), new byte[0]);
        Files.setAttribute(file, "unix:mode", 04751);
        assertEquals(0751, entries(file).get("f").mode());
    }

    @Test
    void aFileAndALinkAreRootsToo() throws Exception {
        Path file = Trees.file(temp.resolve("f"), new byte[3]);
        Path link = Files.createSymbolicLink(temp.resolve("l"), Path.of("/etc"));
        Map<String, SourceEntry> found = entries(file, link);
        assertEquals(Set.of("f", "l"), found.keySet());
        assertEquals(FileKind.LINK, found.get("l").kind(), "a link that is named is sent, not followed");
    }

    @Test
    void aRootNamedByDotsHasTheNameItReallyHas() throws Exception {
        Path root = Files.createDirectories(temp.resolve("real name/inner")).getParent();
        assertEquals(
                Set.of("real name", "real name/inner"),
                entries(root.resolve(".")).keySet());
        assertEquals(
                Set.of("real name", "real name/inner"),
                entries(root.resolve("inner/..")).keySet());
    }

    @Test
    void rootsThatWouldLandInOnePlaceAreRefused() throws Exception {
        Path one = Files.createDirectories(temp.resolve("one/same"));
        Path other = Files.createDirectories(temp.resolve("other/same"));
        FspException refusal = assertThrows(FspException.class, () -> SourceTree.of(List.of(one, other)));
        assertEquals(ErrorCode.USAGE, refusal.code());
        assertTrue(refusal.getMessage().contains(one.toString()), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(other.toString()), refusal.getMessage());
    }

    @Test
    void aRootThatIsMissingIsNamedBeforeAnythingIsSent() {
        Path missing = temp.resolve("missing");
        FspException refusal = assertThrows(FspException.class, () -> SourceTree.of(List.of(temp, missing)));
        assertEquals(ErrorCode.MISSING_PATH, refusal.code());
        assertEquals("cannot read " + missing + ": no such file or directory", refusal.getMessage());
    }

    @Test
    void theFileSystemsRootHasNoName() {
        FspException refusal = assertThrows(FspException.class, () -> SourceTree.of(List.of(Path.of("/"))));
        assertEquals(ErrorCode.USAGE, refusal.code());
    }

    @Test
    void pipesAreReportedAndLeftOut() throws Exception {
        Path root = Files.createDirectory(temp.resolve("tree"));
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", root.resolve("pipe").toString())
                        .start()
                        .waitFor());
        OmittedEntry omitted = omitted(root).getFirst();
        assertEquals("tree/pipe", omitted.relativePath());
        assertEquals(OmittedEntry.Cause.SPECIAL, omitted.cause());
    }

    @Test
    void namesAndTargetsThatAreNotUtf8AreReported() throws Exception {
        Path root = Files.createDirectory(temp.resolve("tree"));
        Path bad = Path.of(URI.create("file:///caf%E9")).getFileName();
        Files.createFile(root.resolve(bad));
        Files.createSymbolicLink(root.resolve("link"), bad);
        List<OmittedEntry> omitted = omitted(root);
        assertEquals(
                Set.of("tree/caf\\xe9", "tree/link"),
                new HashSet<>(omitted.stream().map(OmittedEntry::relativePath).toList()));
        assertTrue(omitted.stream().allMatch(entry -> entry.cause() == OmittedEntry.Cause.UNNAMEABLE));
    }

    @Test
    void aDirectoryThatCannotBeListedIsReportedAndStillSent() throws Exception {
        Path locked = Files.createDirectories(temp.resolve("tree/locked"));
        Trees.file(locked.resolve("secret"), new byte[1]);
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(locked), "this user may read everything");
        try {
            assertEquals(
                    Set.of("tree", "tree/locked"), entries(temp.resolve("tree")).keySet());
            OmittedEntry omitted = omitted(temp.resolve("tree")).getFirst();
            assertEquals("tree/locked", omitted.relativePath());
            assertEquals(OmittedEntry.Cause.UNREADABLE, omitted.cause());
        } finally {
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void pathsLongerThanAManifestTakesAreReported() throws Exception {
        Path root = Files.createDirectory(temp.resolve("tree"));
        int levels = 0;
        try (Directory top = Directory.open(root)) {
            Directory at = top;
            for (; levels < 18; levels++) { // deeper than one path can name: each is made and moved by hand
                Path made = Files.createDirectory(temp.resolve("new"));
                try (Directory from = Directory.open(temp)) {
                    from.move(made.getFileName(), at, Path.of("x".repeat(250)));
                }
                at = at.child(Path.of("x".repeat(250)));
            }
        }
        List<OmittedEntry> omitted = omitted(root);
        assertEquals(1, omitted.size());
        assertEquals(OmittedEntry.Cause.UNNAMEABLE, omitted.getFirst().cause());
        assertEquals(17, entries(root).size(), "the root, and 16 levels of 251 bytes behind its name");
        assertEquals(0, new ProcessBuilder("rm", "-rf", root.toString()).start().waitFor());
    }

    @Test
    void thousandsOfEntriesInOneDirectoryNeedNoMemoryEach() throws Exception {
        Path root = Files.createDirectory(temp.resolve("many"));
        for (int i = 0; i < 3000; i++) {
            Files.createSymbolicLink(root.resolve("link" + i), Path.of("x"));
        }
        try (SourceTree tree = SourceTree.of(List.of(root));
                SourceTable table = new SourceTable(temp)) {
            while (tree.hasNext()) {
                table.add((SourceEntry) tree.next());
            }
            assertEquals(3001, table.size());
            for (int i = 1; i < table.size(); i += 997) {
                SourceEntry entry = table.get(i);
                assertEquals("x", entry.linkTarget());
                assertTrue(entry.relativePath().startsWith("many/link"), entry.toString());
            }
        }
    }

    @Test
    void theTableKeepsEveryFieldOfAnEntry() {
        List<SourceEntry> entries = List.of(
                new SourceEntry(AnchoredPath.of(temp), "a/ü 世", FileKind.FILE, 1L << 60, -1, 0777, "", -5),
                new SourceEntry(AnchoredPath.of(temp), "b", FileKind.DIRECTORY, 0, Long.MAX_VALUE, 0, "", 0),
                new SourceEntry(
                        AnchoredPath.of(temp.resolve("other")),
                        "c",
                        FileKind.LINK,
                        0,
                        0,
                        0777,
                        "../ü",
                        Long.MIN_VALUE));
        try (SourceTable table = new SourceTable(temp)) {
            entries.forEach(table::add);
            for (int i = 0; i < entries.size(); i++) {
                assertEquals(entries.get(i), table.get(i));
            }
        }
    }

    /// In a batch job's C locale, Java's own text of a name is full of question marks.
    @Test
    void namesSurviveALocaleWithoutUtf8() throws Exception {
        Path root = Files.createDirectory(temp.resolve("tree"));
        Trees.file(root.resolve("grüße 世界"), "x".getBytes(StandardCharsets.UTF_8));
        Files.createSymbolicLink(root.resolve("link-é"), Path.of("../ü/grüße"));
        Path destination = Files.createDirectory(temp.resolve("destination"));
        ProcessBuilder copy = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CopyTree.class.getName(),
                root.toString(),
                destination.toString());
        copy.environment().put("LC_ALL", "C");
        copy.redirectErrorStream(true);
        Process running = copy.start();
        String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, running.waitFor(), said);
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")), said);
    }

    private static Map<String, SourceEntry> entries(Path... roots) {
        Map<String, SourceEntry> entries = new HashMap<>();
        try (SourceTree tree = SourceTree.of(List.of(roots))) {
            while (tree.hasNext()) {
                if (tree.next() instanceof SourceEntry entry) {
                    entries.put(entry.relativePath(), entry);
                }
            }
        }
        return entries;
    }

    private static List<OmittedEntry> omitted(Path root) {
        List<OmittedEntry> omitted = new ArrayList<>();
        try (SourceTree tree = SourceTree.of(List.of(root))) {
            while (tree.hasNext()) {
                if (tree.next() instanceof OmittedEntry entry) {
                    omitted.add(entry);
                }
            }
        }
        return omitted;
    }
}
