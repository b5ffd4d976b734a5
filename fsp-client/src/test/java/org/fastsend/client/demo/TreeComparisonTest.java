package org.fastsend.client.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeComparisonTest {
    private static final int BIG_BYTES = 100_000;
    private static final int SMALL_FILES = 120;

    @TempDir
    private Path work;

    private Path original;
    private Path copy;

    @BeforeEach
    void makeTwoTrees() throws IOException {
        original = work.resolve("original");
        copy = work.resolve("copy");
        DemoTree.create(original, BIG_BYTES, SMALL_FILES);
        copyTree(original, copy);
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(
                        path,
                        to.resolve(from.relativize(path).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
            }
        }
    }

    private void expect(String difference) throws IOException {
        Optional<String> found = new TreeComparison(original, copy).difference();
        assertTrue(found.isPresent() && found.get().contains(difference), found::toString);
    }

    @Test
    void findsNoDifferenceWhereThereIsNone() throws IOException {
        TreeComparison comparison = new TreeComparison(original, copy);
        assertEquals(Optional.empty(), comparison.difference());
        assertTrue(comparison.files() > SMALL_FILES + 8, "compared " + comparison.files());
    }

    @Test
    void makesTheSameTreeEveryTime() throws IOException {
        Path again = work.resolve("again");
        DemoTree.create(again, BIG_BYTES, SMALL_FILES);
        for (String name : new String[] {"big file.bin", "results/run 1/sample-119.dat"}) {
            assertEquals(-1, Files.mismatch(original.resolve(name), again.resolve(name)), name);
        }
    }

    @Test
    void seesOneChangedByte() throws IOException {
        Path file = copy.resolve("big file.bin");
        FileTime time = Files.getLastModifiedTime(file);
        byte[] bytes = Files.readAllBytes(file);
        bytes[77_777] ^= 1;
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, time);
        expect("differs from " + original.resolve("big file.bin") + " at byte 77777");
    }

    @Test
    void seesWhatIsMissingAndWhatIsTooMuch() throws IOException {
        Files.delete(copy.resolve("-rf"));
        expect("-rf is missing");
        Files.createFile(copy.resolve("surplus"));
        expect("surplus is not in");
    }

    @Test
    void seesALinkThatLeadsElsewhere() throws IOException {
        Path link = copy.resolve("link to the big file");
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("-rf"));
        expect("leads elsewhere");
    }

    @Test
    void seesOtherPermissionsAndTimes() throws IOException {
        Path file = copy.resolve(".hidden");
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        expect("another time");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        expect("other permissions");
    }
}
