package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RootedPathTest {
    @TempDir
    Path temp;

    private Path top;
    private RootedPath root;

    @BeforeEach
    void makeRoot() throws Exception {
        top = Files.createDirectories(temp.resolve("top")).toRealPath();
        Files.createDirectories(top.resolve("a/b"));
        Trees.file(top.resolve("a/b/f"), new byte[1]);
        Trees.file(temp.resolve("secret"), new byte[1]);
        Files.createSymbolicLink(top.resolve("inside"), Path.of("a/b"));
        Files.createSymbolicLink(top.resolve("a/up"), Path.of("../a/b/f"));
        Files.createSymbolicLink(top.resolve("outside"), temp);
        Files.createSymbolicLink(top.resolve("secret"), temp.resolve("secret"));
        Files.createSymbolicLink(top.resolve("dangling"), Path.of("nowhere"));
        root = new RootedPath(top);
    }

    @ParameterizedTest
    @CsvSource({
        "/, a, /a",
        "/a, b, /a/b",
        "/a/b, .., /a",
        "/, .., /",
        "/a, ../../../.., /",
        "/a, /x/./y//z/, /x/y/z",
        "/a, '', /a",
        "/a, ..., /a/...",
        "/a, ../b/../c, /c"
    })
    void namesMeanWhatTheyMeanInAnyFileSystem(String directory, String name, String meaning) {
        assertEquals(meaning, RootedPath.absolute(directory, name));
    }

    @Test
    void namesLeadToPathsBelowTheRoot() {
        assertEquals(top, root.existing("/"));
        assertEquals(top.resolve("a/b/f"), root.existing("/a/b/f"));
        assertEquals(top.resolve("a/b/f"), root.existing("a/../a/b/./f"));
        assertEquals(top, root.existing("/../../.."));
        assertEquals("/a/b/f", root.name(top.resolve("a/b/f")));
        assertEquals("/", root.name(top));
    }

    @Test
    void linksThatStayInsideAreFollowed() {
        assertEquals(top.resolve("a/b/f"), root.existing("/inside/f"));
        assertEquals(top.resolve("a/b/f"), root.existing("/a/up"));
        assertEquals(top.resolve("a/b/new"), root.creatable("/inside/new"));
    }

    @Test
    void linksThatLeadOutAreRefused() {
        for (String name : new String[] {"/outside", "/outside/secret", "/secret"}) {
            FspException refusal = refused(name);
            assertEquals(ErrorCode.MISSING_PATH, refusal.code());
            assertFalse(refusal.getMessage().contains(temp.toString()), "says nothing of the server's own paths");
        }
        assertEquals(top.resolve("a"), root.existing("/outside/top/a"), "out and in again is inside");
        assertThrows(FspException.class, () -> root.creatable("/outside/new"));
        assertThrows(FspException.class, () -> root.entry("/outside/secret"));
    }

    @Test
    void aLinkItselfCanBeNamed() {
        assertEquals(top.resolve("secret"), root.entry("/secret"));
        assertEquals(top.resolve("dangling"), root.entry("/dangling"));
        assertEquals(top.resolve("outside"), root.creatable("/outside"));
    }

    @Test
    void whatIsMissingIsNamedAsTheClientNamedIt() {
        assertEquals(
                "/a/missing: no such file or directory", refused("/a/missing").getMessage());
        assertEquals(
                "x\0y: no file can have this name", refused("x\0y").getMessage().replace('?', '\0'));
        assertThrows(FspException.class, () -> root.creatable("/missing/new"));
        assertThrows(FspException.class, () -> root.entry("/missing"));
        assertThrows(FspException.class, () -> root.existing("x".repeat(300)));
        assertThrows(FspException.class, () -> new RootedPath(top.resolve("missing")));
        assertThrows(FspException.class, () -> new RootedPath(top.resolve("a/b/f")));
    }

    private FspException refused(String name) {
        return assertThrows(FspException.class, () -> root.existing(name), name);
    }
}
