package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.net.ftp.FTPClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Everything over IPv6: data connections by EPSV and EPRT, and plain refusals of what only IPv4 has.
class Ipv6Test {
    private static final String LOOPBACK = "::1";
    private static final byte[] CONTENT = new byte[1_500_000];

    static {
        new Random(6).nextBytes(CONTENT);
    }

    @TempDir
    private Path directory;

    private FtpSite site;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(hasLoopback(), "this machine has no IPv6");
        site = FtpSite.in(directory, LOOPBACK);
    }

    @AfterEach
    void stop() {
        if (site != null) {
            site.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"false,false", "false,true", "true,false", "true,true"})
    void commonsNetStoresAndFetches(boolean tls, boolean active) throws IOException {
        FTPClient client = site.login(tls);
        if (active) {
            client.enterLocalActiveMode();
        }
        assertTrue(client.storeFile("f", new ByteArrayInputStream(CONTENT)), client.getReplyString());
        assertArrayEquals(CONTENT, FtpSite.fetch(client, "f"));
        assertEquals("f", client.listFiles()[0].getName());
        assertTrue(client.logout());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatOnlyIpv4HasIsRefusedAndTheSessionGoesOn(boolean tls) throws IOException {
        FTPClient client = site.login(tls);
        assertEquals(425, client.sendCommand("PASV"));
        assertEquals(425, client.sendCommand("SPAS"));
        assertEquals(501, client.sendCommand("PORT 127,0,0,1,200,10"));
        assertEquals(501, client.sendCommand("EPRT |1|127.0.0.1|50000|"));
        assertEquals(501, client.sendCommand("EPRT |2|2001:db8::1|50000|"), "another host");
        assertEquals(522, client.sendCommand("EPSV 1"));
        assertEquals(229, client.sendCommand("EPSV 2"));
        assertEquals(200, client.sendCommand("EPSV ALL"));
        assertTrue(client.storeFile("f", new ByteArrayInputStream(CONTENT)), client.getReplyString());
    }

    /// Passive only: curl 7.88 stumbles over its own address when it is connected to over IPv6.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void curlStoresAndFetches(boolean tls) throws IOException, InterruptedException {
        Program curl = Program.named("curl", directory.resolve("scratch"));
        Path source = Files.write(directory.resolve("source"), CONTENT);
        Path target = directory.resolve("target");
        List<String> options = new ArrayList<>(List.of("-sS", "--globoff"));
        if (tls) {
            options.addAll(List.of("--ssl-reqd", "-k"));
        }
        curl.run(with(options, "-T", source.toString(), site.url(FtpSite.USER, "f")));
        curl.run(with(options, "-o", target.toString(), site.url(FtpSite.USER, "f")));
        assertEquals(-1, Files.mismatch(source, target));
        assertEquals(
                "f", curl.run(with(options, "-l", site.url(FtpSite.USER, ""))).strip());
    }

    private static List<String> with(List<String> options, String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return all;
    }

    private static boolean hasLoopback() {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.ofLiteral(LOOPBACK), 0));
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
