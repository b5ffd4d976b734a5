package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

class CurlTest {
    private static final int EXIT_DENIED_BY_SERVER = 9;
    private static final int EXIT_UPLOAD_FAILED = 25;
    private static final int EXIT_LOGIN_DENIED = 67;
    private static final int EXIT_NOT_FOUND = 78;

    @TempDir
    private Path directory;

    private FtpSite site;
    private Program curl;

    @BeforeEach
    void start() throws IOException {
        curl = Program.named("curl", directory.resolve("scratch"));
        site = FtpSite.in(directory);
        SampleTree.make(site.root());
    }

    @AfterEach
    void stop() {
        if (site != null) {
            site.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fetchesAndResumes(boolean tls) throws IOException, InterruptedException {
        Path source = site.root().resolve("deep/large");
        Path target = directory.resolve("fetched");
        curl(tls, "-o", target.toString(), site.url("deep/large"));
        assertEquals(-1, Files.mismatch(source, target));
        Files.write(target, Arrays.copyOf(Files.readAllBytes(source), 1_234_567));
        curl(tls, "-C", "-", "-o", target.toString(), site.url("deep/large"));
        assertEquals(-1, Files.mismatch(source, target));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void storesMakesDirectoriesAndResumes(boolean tls) throws IOException, InterruptedException {
        Path source = site.root().resolve("deep/large");
        String url = site.url("new/er/stored");
        curl(tls, "--ftp-create-dirs", "-T", source.toString(), url);
        Path target = site.root().resolve("new/er/stored");
        assertEquals(-1, Files.mismatch(source, target));
        Files.write(target, Arrays.copyOf(Files.readAllBytes(source), 1_234_567));
        curl(tls, "-C", "-", "-T", source.toString(), url);
        assertEquals(-1, Files.mismatch(source, target));
        curl(tls, "--append", "-T", site.root().resolve("plain.txt").toString(), url);
        assertEquals(Files.size(source) + Files.size(site.root().resolve("plain.txt")), Files.size(target));
    }

    @Test
    void isToldToSendTheWholeFileWhereItBrokeOffReplacingOne() throws IOException, InterruptedException {
        Path old = site.root().resolve("plain.txt");
        byte[] before = Files.readAllBytes(old);
        Path source = site.root().resolve("deep/large");
        site.breakOff("plain.txt", Arrays.copyOf(Files.readAllBytes(source), 100_000));
        curl(EXIT_UPLOAD_FAILED, false, "-C", "-", "-T", source.toString(), site.url("plain.txt"));
        curl(EXIT_UPLOAD_FAILED, false, "--append", "-T", source.toString(), site.url("plain.txt"));
        assertArrayEquals(before, Files.readAllBytes(old));
        curl(false, "-T", source.toString(), site.url("plain.txt"));
        assertEquals(-1, Files.mismatch(source, old));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--disable-epsv", "--disable-eprt", "--ftp-pasv", "--use-ascii"})
    void listsWhateverWayTheDataConnectionIsMade(String way) throws IOException, InterruptedException {
        String listing = curl(false, way, "--list-only", site.url(""));
        assertTrue(listing.contains("ünïcödé-名前"), listing);
        assertTrue(listing.contains(".leading-dot"), listing);
    }

    /// Without TLS: curl 7.88 waits for ever when it should start TLS on a connection that it accepted.
    @Test
    void listensForTheServerItself() throws IOException, InterruptedException {
        assertTrue(curl(false, "--ftp-port", "127.0.0.1", site.url("")).contains("with space"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"active", "passive"})
    void leavesTheControlConnectionInTheClear(String mode) throws IOException, InterruptedException {
        Path target = directory.resolve("fetched");
        curl(true, "--ftp-ssl-ccc", "--ftp-ssl-ccc-mode", mode, "-o", target.toString(), site.url("deep/large"));
        assertEquals(-1, Files.mismatch(site.root().resolve("deep/large"), target));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no_cwd", "single_cwd", "multi_cwd"})
    void findsFilesWhateverWayItGoes(String method) throws IOException, InterruptedException {
        String content = curl(false, "--ftp-method", method, "--head", site.url("deep/er/and%20deeper/f"));
        assertTrue(content.contains("Content-Length: " + Files.size(site.root().resolve("deep/er/and deeper/f"))));
        assertTrue(content.contains("Last-Modified: "), content);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sendsCommandsOfItsOwn(boolean tls) throws IOException, InterruptedException {
        curl(tls, "-Q", "RNFR plain.txt", "-Q", "RNTO renamed", "-Q", "-DELE empty", site.url(""));
        assertTrue(Files.exists(site.root().resolve("renamed")));
        assertFalse(Files.exists(site.root().resolve("empty")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isToldWhatWentWrong(boolean tls) throws IOException, InterruptedException {
        curl(EXIT_NOT_FOUND, tls, site.url("missing"));
        curl(EXIT_DENIED_BY_SERVER, tls, site.url("no/such/directory/"));
        List<String> wrong = new ArrayList<>(List.of("-sS", "-u", "alice:wrong"));
        wrong.add(site.url("plain.txt"));
        curl.run(EXIT_LOGIN_DENIED, wrong);
    }

    private String curl(boolean tls, String... arguments) throws IOException, InterruptedException {
        return curl(0, tls, arguments);
    }

    private String curl(int exit, boolean tls, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-sS", "-u", FtpSite.USER + ":" + FtpSite.PASSWORD));
        if (tls) {
            all.addAll(List.of("--ssl-reqd", "--insecure"));
        }
        all.addAll(List.of(arguments));
        return curl.run(exit, all);
    }
}
