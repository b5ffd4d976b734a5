package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LftpTest {
    private static final FileTime OLD = FileTime.from(Instant.parse("2020-02-03T04:05:06Z"));

    @TempDir
    private Path directory;

    private FtpSite site;
    private Program lftp;

    @BeforeEach
    void start() throws IOException {
        lftp = Program.named("lftp", directory.resolve("scratch"));
        site = FtpSite.in(directory);
    }

    @AfterEach
    void stop() {
        if (site != null) {
            site.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mirrorsBothWaysWithTimesAndModes(boolean tls) throws IOException, InterruptedException {
        Path source = SampleTree.make(directory.resolve("source"));
        Files.setLastModifiedTime(source.resolve("plain.txt"), OLD);
        Files.setPosixFilePermissions(source.resolve("plain.txt"), PosixFilePermissions.fromString("rw-r-----"));
        lftp(tls, "mirror -R --parallel=3 " + source + " up");
        SampleTree.assertSame(source, site.root().resolve("up"));
        Path back = directory.resolve("back");
        lftp(tls, "mirror --parallel=3 up " + back);
        SampleTree.assertSame(source, back);
        for (Path copy : List.of(site.root().resolve("up/plain.txt"), back.resolve("plain.txt"))) {
            assertEquals(OLD, Files.getLastModifiedTime(copy));
            assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mirrorsLinksAsLinks(boolean tls) throws IOException, InterruptedException {
        Files.writeString(site.root().resolve("file"), "content");
        Files.createSymbolicLink(site.root().resolve("link"), Path.of("file"));
        Path back = directory.resolve("back");
        Files.createSymbolicLink(site.root().resolve("li nk"), Path.of("file"));
        lftp(tls, "mirror . " + back);
        assertEquals(Path.of("file"), Files.readSymbolicLink(back.resolve("link")));
        lftp(tls, "mirror -R " + back + " again");
        SampleTree.assertSame(back, site.root().resolve("again"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fetchesOneFileOverSeveralConnections(boolean tls) throws IOException, InterruptedException {
        SampleTree.make(site.root());
        Path target = directory.resolve("pieces");
        lftp(tls, "pget -n 4 deep/large -o " + target);
        assertEquals(-1, Files.mismatch(site.root().resolve("deep/large"), target));
    }

    @Test
    void mixesNothingWhereAnUploadBrokeOffReplacingAFile() throws IOException, InterruptedException {
        Path source = SampleTree.make(directory.resolve("source")).resolve("deep/large");
        byte[] whole = Files.readAllBytes(source);
        Path old = Files.writeString(site.root().resolve("f"), "old");
        site.breakOff("f", Arrays.copyOf(whole, 100_000));
        String said = lftp(false, "debug 5; set cmd:fail-exit no; put -c " + source + " -o f");
        assertTrue(said.contains("554 "), said);
        byte[] now = Files.readAllBytes(old);
        assertTrue(Arrays.equals(now, whole) || Arrays.equals(now, new byte[] {'o', 'l', 'd'}), said);
        lftp(false, "put " + source + " -o f");
        assertEquals(-1, Files.mismatch(source, old));
    }

    @Test
    void compressesOnTheWay() throws IOException, InterruptedException {
        Path source = SampleTree.make(directory.resolve("source"));
        assertTrue(lftp(false, "debug 5; mirror -R " + source + " up").contains("MODE Z"));
        SampleTree.assertSame(source, site.root().resolve("up"));
        Path back = directory.resolve("back");
        assertTrue(lftp(false, "debug 5; mirror up " + back).contains("MODE Z"));
        SampleTree.assertSame(source, back);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void findsRenamesAndRemoves(boolean tls) throws IOException, InterruptedException {
        SampleTree.make(site.root());
        assertTrue(lftp(tls, "cls -1 'plain*'").contains("plain.txt"));
        assertTrue(lftp(tls, "find deep").contains("deep/er/and deeper/f"));
        lftp(tls, "mv plain.txt moved; rm -r deep; mkdir -p a/b/c; ls -la");
        assertTrue(Files.exists(site.root().resolve("moved")));
        assertTrue(Files.notExists(site.root().resolve("deep")));
        assertTrue(Files.isDirectory(site.root().resolve("a/b/c")));
    }

    private String lftp(boolean tls, String commands) throws IOException, InterruptedException {
        String settings =
                "set cmd:fail-exit yes; set net:max-retries 2; set ssl:verify-certificate no; set ftp:ssl-allow " + tls
                        + "; set ftp:ssl-force " + tls + "; set ftp:ssl-protect-data " + tls
                        + "; set file:charset UTF-8; ";
        return lftp.run(List.of(
                "--norc",
                "-u",
                FtpSite.USER + "," + FtpSite.PASSWORD,
                "-p",
                Integer.toString(site.port()),
                "-e",
                settings + commands + "; bye",
                "127.0.0.1"));
    }
}
