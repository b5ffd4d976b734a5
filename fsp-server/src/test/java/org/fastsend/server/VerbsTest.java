package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerbsTest {
    private static final String HELLO_MD5 = "5d41402abc4b2a76b9719d911017c592";
    private static final String HELLO_SHA256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @TempDir
    private Path directory;

    private Served served;
    private ControlClient client;

    @BeforeEach
    void start() throws IOException {
        served = Served.in(directory);
        client = served.alice();
        Files.writeString(served.root().resolve("f"), "hello");
    }

    @AfterEach
    void stop() {
        client.close();
        served.close();
    }

    @Test
    void hashesAreAskedForInEveryWayThatClientsKnow() throws IOException {
        assertEquals("213 SHA-256 0-4 " + HELLO_SHA256 + " f", client.say(213, "HASH f"));
        client.say(200, "OPTS HASH md5");
        assertEquals("213 MD5 0-4 " + HELLO_MD5 + " f", client.say(213, "HASH f"));
        assertTrue(client.say(211, "FEAT").contains("HASH SHA-256;SHA-512;SHA-1;MD5*;CRC32"));
        client.say(504, "OPTS HASH SHA-3");
        client.say(350, "RANG 1 3");
        assertTrue(client.say(213, "HASH f").startsWith("213 MD5 1-3 "));
        assertEquals("250 " + HELLO_MD5.toUpperCase(java.util.Locale.ROOT), client.say(250, "XMD5 f"));
        assertEquals("250 3610A686", client.say(250, "XCRC \"f\""));
        assertEquals(client.say(250, "XCRC \"f\" 0 5"), client.say(250, "XCRC f"));
        assertEquals("250 AAF4C61DDCC5E8A2DABEDE0F3B482CD9AEA9434D", client.say(250, "XSHA f"));
        assertEquals("213 " + HELLO_SHA256, client.say(213, "CKSM SHA256 0 -1 f"));
        assertEquals("213 062c0215", client.say(213, "CKSM adler32 0 5 f"));
        client.say(550, "HASH missing");
        client.say(550, "XCRC \"" + "a/".repeat(2000) + "\"");
        client.say(550, "HASH bob");
        client.say(504, "CKSM SHA3 0 -1 f");
        client.say(501, "CKSM MD5 0 f");
        client.say(501, "XMD5 \"f\" 4 2");
    }

    @Test
    void rangesAreFetchedAndRestartsForgotten() throws IOException {
        client.say(350, "RANG 1 2");
        assertEquals("el", client.fetch("RETR f"));
        assertEquals("hello", client.fetch("RETR f"));
        client.say(350, "RANG 1 0");
        assertEquals("hello", client.fetch("RETR f"));
        assertEquals("ll", client.fetch("ERET P 2 2 f"));
        client.say(501, "RANG 1");
        client.say(501, "REST 0-3");
        client.store("ESTO A 1 f", "a");
        assertEquals("hallo", client.fetch("RETR f"));
    }

    @Test
    void factsAreChanged() throws IOException {
        assertEquals("213 Modify=20200203040506; /f", client.say(213, "MFMT 20200203040506 f"));
        assertEquals("213 20200203040506", client.say(213, "MDTM f"));
        assertEquals(
                "213 Modify=20210203040506;UNIX.mode=0640; /f",
                client.say(213, "MFF Modify=20210203040506;UNIX.mode=0640; f"));
        assertEquals("rw-r-----", mode("f"));
        client.say(213, "MDTM 20220203040506 f");
        assertEquals("213 20220203040506", client.say(213, "MDTM f"));
        client.say(501, "MDTM 20229903040506 f");
        client.say(550, "MDTM 20220203040506 missing");
        client.say(504, "MFF UNIX.owner=root; f");
        client.say(501, "MFF Modify=x; f");
        client.say(501, "MFMT 2020 f");
        client.say(550, "MFCT 20200203040506 f");
    }

    @Test
    void siteCommandsDoWhatClientsAskThemFor() throws IOException {
        client.say(200, "SITE CHMOD 600 f");
        assertEquals("rw-------", mode("f"));
        client.say(200, "SITE UTIME 202002030405 f");
        assertEquals("213 20200203040500", client.say(213, "MDTM f"));
        client.say(200, "SITE UTIME f 20200203040506 20210203040506 20200203040506 UTC");
        assertEquals("213 20210203040506", client.say(213, "MDTM f"));
        client.say(257, "SITE MKDIR a/b/c d");
        assertTrue(Files.isDirectory(served.root().resolve("a/b/c d")));
        client.say(200, "SITE SYMLINK ../f a/link");
        assertEquals("hello", client.fetch("RETR a/link"));
        client.say(200, "SITE SYMLINK /f a/absolute");
        assertEquals(Path.of("../f"), Files.readSymbolicLink(served.root().resolve("a/absolute")));
        client.say(200, "SITE SYMLINK ../f /a/li nk");
        assertEquals("hello", client.fetch("RETR a/li nk"));
        client.say(550, "SITE SYMLINK one two three");
        client.say(550, "SITE SYMLINK ../../etc/passwd a/out");
        client.say(550, "SITE SYMLINK /../etc/passwd a/out");
        assertFalse(Files.exists(served.root().resolve("a/out")));
        client.say(501, "SITE CHMOD 4755 f");
        client.say(504, "SITE EXEC ls");
        assertTrue(client.say(214, "SITE HELP").contains("\n UTIME "));
        try (ControlClient reader = served.anonymous()) {
            reader.say(550, "SITE CHMOD 600 f");
            reader.say(550, "SITE MKDIR x");
            reader.say(550, "SITE SYMLINK f x");
        }
    }

    @Test
    void partsBecomeOneFile() throws IOException {
        client.store("STOR p 1", "one ");
        client.store("STOR p2", "two");
        assertEquals("250 /whole has 7 bytes", client.say(250, "COMB \"whole\" \"p 1\" p2"));
        assertEquals("one two", client.fetch("RETR whole"));
        client.say(550, "SIZE p2");
        client.store("STOR p3", " three");
        client.say(250, "COMB whole p3");
        assertEquals("one two three", client.fetch("RETR whole"));
        client.say(550, "COMB whole whole");
        client.say(550, "COMB whole missing");
        client.say(501, "COMB whole");
    }

    @Test
    void aUniqueNameIsFoundAndTold() throws IOException {
        String name;
        try (Socket data = client.passive()) {
            String opening = client.say(150, "STOU");
            name = opening.substring("150 FILE: ".length());
            data.getOutputStream().write("unique".getBytes(StandardCharsets.UTF_8));
        }
        assertEquals("226 Transfer complete (unique file name: " + name + ")", client.expect(226));
        assertEquals("unique", client.fetch("RETR " + name));
    }

    @Test
    void modeBAndModeZCarryFilesAndListings() throws IOException {
        client.say(200, "MODE B");
        assertEquals("\0\0\5hello@\0\0", client.fetch("RETR f"));
        client.store("STOR g", "\0\0\2he\100\0\3llo");
        client.say(200, "MODE Z");
        client.say(200, "OPTS MODE Z LEVEL 9");
        client.say(501, "OPTS MODE Z LEVEL 10");
        try (Socket data = client.passive()) {
            client.say(150, "RETR g");
            assertEquals(
                    "hello",
                    new String(new InflaterInputStream(data.getInputStream()).readAllBytes(), StandardCharsets.UTF_8));
        }
        client.expect(226);
        try (Socket data = client.passive()) {
            client.say(150, "STOR h");
            try (DeflaterOutputStream out = new DeflaterOutputStream(data.getOutputStream())) {
                out.write(new byte[1_000_000]);
            }
        }
        client.expect(226);
        assertArrayEquals(new byte[1_000_000], Files.readAllBytes(served.root().resolve("h")));
        try (Socket data = client.passive()) {
            client.say(150, "STOR cut");
            data.getOutputStream().write(new byte[] {0x78, (byte) 0x9c});
        }
        client.expect(426);
        assertFalse(Files.exists(served.root().resolve("cut")));
        client.say(200, "MODE S");
        assertEquals("hello", client.fetch("RETR f"));
    }

    @Test
    void linesAreTranslatedBothWays() throws IOException {
        client.say(200, "TYPE A");
        client.store("STOR lines", "one\r\ntwo\r\n");
        assertArrayEquals(
                "one\ntwo\n".getBytes(StandardCharsets.UTF_8),
                Files.readAllBytes(served.root().resolve("lines")));
        assertEquals("one\r\ntwo\r\n", client.fetch("RETR lines"));
        client.say(350, "REST 4");
        assertEquals("two\r\n", client.fetch("RETR lines"));
    }

    @Test
    void theRestOfTheVerbsAnswersAsItsRfcSays() throws IOException {
        client.say(202, "ACCT x");
        client.say(502, "SMNT /");
        client.say(200, "LANG");
        client.say(200, "LANG en");
        client.say(504, "LANG fr");
        client.say(503, "HOST ftp.example.com");
        client.say(200, "CLNT test");
        client.say(200, "CSID Name=test; Version=1;");
        assertTrue(Long.parseLong(client.say(213, "AVBL").substring(4)) > 0);
        client.say(200, "DCAU N");
        client.say(504, "DCAU A");
        client.say(202, "ALLO 100 R 80");
        client.say(501, "ALLO much");
        client.say(452, "ALLO 100000000000000000");
        client.say(200, "SBUF 100000");
        client.say(501, "SBUF large");
        assertEquals("bob\r\n", client.fetch("NLST bo*"));
        assertEquals("bob\r\n", client.fetch("NLST [a-c]ob"));
        client.say(200, "ABUF 1 1000000");
        client.say(504, "MODE X");
        client.say(501, "OPTS RETR Nonsense=1;");
        String recursive = client.fetch("MLSR");
        assertTrue(recursive.contains(" f\r\n") && recursive.contains(" bob\r\n"), recursive);
        try (ControlClient stranger = served.connect()) {
            stranger.say(220, "HOST ftp.example.com");
            stranger.say(220, "HOST [::1]");
            stranger.say(501, "HOST no such name");
            stranger.say(530, "HASH f");
        }
        for (String alias : new String[] {"XPWD", "XCWD bob", "XCUP", "XMKD x", "XRMD x"}) {
            assertFalse(client.saidTo(alias).startsWith("5"), alias);
        }
    }

    @Test
    void hostsThatAreNotNamedAreUnknown() throws IOException {
        try (Served named = Served.in(
                        directory.resolve("named"),
                        House.USUAL.under(policy -> policy.withHosts(Set.of("ftp.example.com"))));
                ControlClient stranger = named.connect()) {
            stranger.say(504, "HOST www.example.com");
            stranger.say(220, "HOST FTP.example.com.");
            stranger.say(220, "HOST [127.0.0.1]");
            stranger.login("alice", "secret");
        }
    }

    @Test
    void thirdPartiesNeedARightOfTheirOwn() throws IOException {
        client.say(501, "PORT 127,0,0,2,200,1");
        client.say(501, "EPRT |1|127.0.0.2|50000|");
        client.say(501, "SPOR 127,0,0,1,200,1 127,0,0,2,200,1");
        try (ControlClient carol = served.connect().login("carol", "secret")) {
            carol.say(200, "PORT 127,0,0,2,200,1");
            carol.say(200, "SPOR 127,0,0,1,200,1 127,0,0,2,200,1");
            carol.say(501, "PORT 127,0,0,2,0,25");
            carol.say(501, "PORT 224,0,0,1,200,1");
        }
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(served.root().resolve(name)));
    }
}
