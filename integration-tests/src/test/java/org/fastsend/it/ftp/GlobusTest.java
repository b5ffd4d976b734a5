package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// GridFTP's own client, over plain `ftp://`.
class GlobusTest {
    @TempDir
    private Path directory;

    private FtpSite site;
    private Program globus;
    private Path large;

    @BeforeEach
    void start() throws IOException {
        globus = Program.named("globus-url-copy", directory.resolve("scratch"));
        site = FtpSite.in(directory);
        large = SampleTree.make(directory.resolve("source")).resolve("deep/large");
    }

    @AfterEach
    void stop() {
        if (site != null) {
            site.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-p 1", "-p 4", "-p 4 -stripe", "-p 4 -fast", "-p 4 -tcp-bs 1000000", "-p 4 -verify-checksum"})
    void copiesBothWays(String options) throws IOException, InterruptedException {
        copy(options, file(large), site.url(FtpSite.USER, "up"));
        assertEquals(-1, Files.mismatch(large, site.root().resolve("up")));
        Path back = directory.resolve("back");
        copy(options, site.url(FtpSite.USER, "up"), file(back));
        assertEquals(-1, Files.mismatch(large, back));
    }

    @Test
    void fetchesAsAnonymousInStreamMode() throws IOException, InterruptedException {
        Files.copy(large, site.root().resolve("large"));
        Path back = directory.resolve("back");
        copy("", site.url("large"), file(back));
        assertEquals(-1, Files.mismatch(large, back));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-r -cd", "-r -cd -p 4", "-r -cd -fast -p 2", "-r -cd -pp -p 2"})
    void copiesTreesBothWays(String options) throws IOException, InterruptedException {
        Path source = directory.resolve("tree");
        Files.createDirectories(source.resolve("a/b"));
        Files.write(source.resolve("a/b/f"), new byte[] {1, 2, 3});
        Files.createFile(source.resolve("a/empty"));
        Files.copy(large, source.resolve("large"));
        copy(options, file(source) + "/", site.url(FtpSite.USER, "tree/"));
        SampleTree.assertSame(source, site.root().resolve("tree"));
        Path back = directory.resolve("back");
        copy(options, site.url(FtpSite.USER, "tree/"), file(back) + "/");
        SampleTree.assertSame(source, back);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-p 4"})
    void copiesPartsToTheSamePlace(String options) throws IOException, InterruptedException {
        String part = options + " -off 1000 -len 2000000";
        byte[] expected = Arrays.copyOfRange(Files.readAllBytes(large), 1000, 2_001_000);
        copy(part, file(large), site.url(FtpSite.USER, "part"));
        byte[] there = Files.readAllBytes(site.root().resolve("part"));
        assertArrayEquals(expected, Arrays.copyOfRange(there, 1000, there.length));
        Files.copy(large, site.root().resolve("large"));
        Path back = directory.resolve("back");
        copy(part, site.url(FtpSite.USER, "large"), file(back));
        byte[] got = Files.readAllBytes(back);
        assertArrayEquals(expected, Arrays.copyOfRange(got, 1000, got.length));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-p 4", "-p 4 -stripe"})
    void hasOneServerSendToAnother(String options) throws IOException, InterruptedException {
        Files.copy(large, site.root().resolve("large"));
        try (FtpSite other = FtpSite.in(Files.createDirectories(directory.resolve("other")), "127.0.0.2")) {
            String target = other.url(FtpSite.THIRD_PARTY_USER, "copied");
            copy(options, site.url(FtpSite.THIRD_PARTY_USER, "large"), target);
            assertEquals(-1, Files.mismatch(large, other.root().resolve("copied")));
            Files.delete(other.root().resolve("copied"));
            String refused = globus.run(1, arguments(options, site.url(FtpSite.USER, "large"), target));
            assertTrue(refused.contains("Only your own address"), refused);
        }
    }

    @Test
    void listsADirectory() throws IOException, InterruptedException {
        SampleTree.make(site.root());
        assertTrue(
                globus.run(arguments("-list", site.url(FtpSite.USER, "deep/"))).contains("large"));
    }

    private void copy(String options, String from, String to) throws IOException, InterruptedException {
        globus.run(arguments(options, from, to));
    }

    private static List<String> arguments(String options, String... urls) {
        List<String> all = new ArrayList<>();
        for (String option : options.strip().split(" +", -1)) {
            if (!option.isEmpty()) {
                all.add(option);
            }
        }
        all.addAll(List.of(urls));
        return all;
    }

    private static String file(Path path) {
        return "file://" + path;
    }
}
