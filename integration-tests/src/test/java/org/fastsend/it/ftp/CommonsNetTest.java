package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.FTPReply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommonsNetTest {
    private static final byte[] CONTENT = new byte[3_000_000];

    static {
        new Random(1).nextBytes(CONTENT);
    }

    @TempDir
    private Path directory;

    private FtpSite site;

    @BeforeEach
    void start() throws IOException {
        site = FtpSite.in(directory);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void storesFetchesResumesAndAppends(boolean tls) throws IOException {
        FTPClient client = site.login(tls);
        assertTrue(client.storeFile("f", new ByteArrayInputStream(CONTENT)));
        assertArrayEquals(CONTENT, FtpSite.fetch(client, "f"));
        client.setRestartOffset(1_000_000);
        assertArrayEquals(Arrays.copyOfRange(CONTENT, 1_000_000, CONTENT.length), FtpSite.fetch(client, "f"));
        client.setRestartOffset(0);
        assertTrue(client.appendFile("f", new ByteArrayInputStream(new byte[] {1, 2, 3})));
        assertEquals(Integer.toString(CONTENT.length + 3), client.getSize("f"));
        assertTrue(client.logout());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void connectsEveryWay(boolean tls) throws IOException {
        FTPClient client = site.login(tls);
        client.setUseEPSVwithIPv4(true);
        assertTrue(client.storeFile("f", new ByteArrayInputStream(CONTENT)));
        client.enterLocalActiveMode();
        assertArrayEquals(CONTENT, FtpSite.fetch(client, "f"));
        assertEquals(1, client.listNames().length);
    }

    @Test
    void readsListingsOfEveryKind() throws IOException {
        SampleTree.make(site.root());
        FTPClient client = site.login(false);
        TreeSet<String> listed = new TreeSet<>();
        for (FTPFile file : client.listFiles()) {
            listed.add(file.getName() + (file.isDirectory() ? "/" : " " + file.getSize()));
        }
        TreeSet<String> facts = new TreeSet<>();
        for (FTPFile file : client.mlistDir()) {
            facts.add(file.getName() + (file.isDirectory() ? "/" : " " + file.getSize()));
        }
        assertEquals(facts, listed);
        assertEquals(9, facts.size());
        assertEquals(facts.size(), client.listNames().length);
        assertEquals(5_000_000, client.mlistFile("deep/large").getSize());
        assertTrue(client.hasFeature("MLST"));
        assertTrue(FTPReply.isPositiveCompletion(client.stat("deep")));
    }

    @Test
    void keepsTheConnectionAliveDuringATransfer() throws IOException {
        FTPClient client = site.login(false);
        client.setControlKeepAliveTimeout(Duration.ofMillis(1));
        assertTrue(client.storeFile("f", new ByteArrayInputStream(CONTENT)));
        assertArrayEquals(CONTENT, FtpSite.fetch(client, "f"));
        assertTrue(client.sendNoOp());
    }

    @Test
    void abortsATransfer() throws IOException {
        FTPClient client = site.login(false);
        Files.write(site.root().resolve("f"), new byte[50_000_000]);
        InputStream data = client.retrieveFileStream("f");
        assertEquals(0, data.read());
        assertFalse(client.abort(), "426 comes first, for the transfer");
        assertEquals(FTPReply.CLOSING_DATA_CONNECTION, client.getReply());
        assertTrue(client.sendNoOp());
    }

    @Test
    void changesAndRemoves() throws IOException {
        FTPClient client = site.login(false);
        assertTrue(client.makeDirectory("a \"quoted\" name"));
        assertTrue(client.changeWorkingDirectory("a \"quoted\" name"));
        assertEquals("/a \"quoted\" name", client.printWorkingDirectory());
        assertTrue(client.storeFile("f", new ByteArrayInputStream(CONTENT)));
        assertTrue(client.setModificationTime("f", "20200203040506"));
        assertEquals("20200203040506", client.getModificationTime("f"));
        assertTrue(client.rename("f", "/g"));
        assertTrue(client.changeToParentDirectory());
        assertTrue(client.removeDirectory("a \"quoted\" name"));
        assertTrue(client.sendSiteCommand("CHMOD 600 g"));
        assertTrue(client.deleteFile("g"));
        assertFalse(client.deleteFile("g"));
    }
}
