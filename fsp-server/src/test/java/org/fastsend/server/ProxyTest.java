package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.fastsend.server.net.Announcement;
import org.fastsend.server.net.Subnet;
import org.fastsend.server.net.TrustedProxies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxyTest {
    private static final String HEADER = "PROXY TCP4 192.0.2.7 203.0.113.1 40000 21\r\n";
    private static final TrustedProxies LOOPBACK = new TrustedProxies(List.of(Subnet.parse("127.0.0.0/8")));

    @TempDir
    private Path directory;

    @Test
    void aTrustedProxySaysWhoseTheConnectionsAre() throws IOException {
        try (Served served = served(LOOPBACK);
                ControlClient client = served.knock()) {
            Files.writeString(served.root().resolve("f"), "content");
            client.send(HEADER);
            client.expect(220);
            client.login("alice", "secret");
            assertTrue(client.say(227, "PASV").contains("203,0,113,1"), "the address that the client came to");
            try (Socket data = ControlClient.open(client.passivePort())) {
                data.getOutputStream().write(HEADER.getBytes(StandardCharsets.US_ASCII));
                client.say(150, "RETR f");
                assertEquals("content", new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            client.expect(226);
        }
    }

    @Test
    void theSecondVersionIsUnderstoodToo() throws IOException {
        try (Served served = served(LOOPBACK);
                ControlClient client = served.knock()) {
            ByteArrayOutputStream header = new ByteArrayOutputStream();
            header.write(new byte[] {0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A});
            header.write(new byte[] {0x21, 0x21, 0, 36});
            header.write(InetAddress.ofLiteral("2001:db8::7").getAddress());
            header.write(InetAddress.ofLiteral("2001:db8::1").getAddress());
            header.write(new byte[] {(byte) 0x9C, 0x40, 0, 21});
            client.send(header.toByteArray());
            client.expect(220);
            client.login("alice", "secret");
            client.say(425, "PASV");
            client.say(229, "EPSV 2");
        }
    }

    @Test
    void tlsMayFollowTheHeaderAtOnce() throws IOException {
        try (Served served = served(LOOPBACK);
                ControlClient client = served.knock()) {
            Files.writeString(served.root().resolve("f"), "content");
            client.send(HEADER);
            client.expect(220);
            TlsClient tls = new TlsClient("TLSv1.3");
            client.secure(tls).login("alice", "secret");
            try (Socket data = ControlClient.open(client.passivePort())) {
                client.send("RETR f\r\n");
                data.getOutputStream().write(HEADER.getBytes(StandardCharsets.US_ASCII));
                try (SSLSocket secured = tls.over(data)) {
                    client.expect(150);
                    assertEquals(
                            "content", new String(secured.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
                }
            }
            client.expect(226);
        }
    }

    @Test
    void aDataConnectionOfAnotherClientOfTheProxyIsRefused() throws IOException {
        try (Served served = served(LOOPBACK);
                ControlClient client = served.knock()) {
            Files.writeString(served.root().resolve("f"), "content");
            client.send(HEADER);
            client.expect(220);
            client.login("alice", "secret");
            int port = client.passivePort();
            try (Socket thief = ControlClient.open(port);
                    Socket data = ControlClient.open(port)) {
                thief.getOutputStream()
                        .write(HEADER.replace("192.0.2.7", "192.0.2.8").getBytes(StandardCharsets.US_ASCII));
                data.getOutputStream().write(HEADER.getBytes(StandardCharsets.US_ASCII));
                client.say(150, "RETR f");
                assertEquals(-1, thief.getInputStream().read());
                assertEquals("content", new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            client.expect(226);
        }
    }

    @Test
    void withoutTheHeaderATrustedProxyGetsNowhere() throws IOException {
        try (Served served = served(LOOPBACK);
                ControlClient client = served.knock()) {
            client.send("USER alice\r\nPASS secret\r\n"); // as long as a header at least
            assertTrue(client.isClosed());
        }
    }

    @Test
    void fromElsewhereTheHeaderIsNoise() throws IOException {
        try (Served served = served(TrustedProxies.NONE);
                ControlClient client = served.connect()) {
            client.send(HEADER);
            client.expect(500);
        }
    }

    @Test
    void behindNatClientsAreToldTheAnnouncedAddress() throws IOException {
        Announcement announcement = new Announcement(
                List.of(new Announcement.ForClients(Subnet.parse("10.0.0.0/8"), Optional.empty())),
                Optional.of(InetAddress.ofLiteral("198.51.100.4")));
        try (Served served = Served.in(directory, House.USUAL.under(policy -> policy.withAnnouncement(announcement)));
                ControlClient client = served.alice()) {
            assertTrue(client.say(227, "PASV").contains("(198,51,100,4,"));
        }
    }

    private Served served(TrustedProxies proxies) throws IOException {
        return Served.in(directory, House.USUAL.under(policy -> policy.withProxies(proxies)));
    }
}
