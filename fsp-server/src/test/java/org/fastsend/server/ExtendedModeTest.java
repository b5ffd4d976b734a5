package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.fastsend.server.net.StreamThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtendedModeTest {
    private static final int STREAMS = 4;
    private static final byte[] CONTENT = new byte[6_000_001];

    static {
        new Random(20).nextBytes(CONTENT);
    }

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fourStreamsCarryAFileBothWaysWithAndWithoutTls(boolean tls) throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = tls ? secured(served) : served.alice()) {
            ExtendedClient data = new ExtendedClient(socket -> tls ? ControlClient.tls(socket) : socket);
            client.say(200, "MODE E");
            int port = client.passivePort();
            client.say(150, "STOR f");
            data.send(port, CONTENT, STREAMS);
            String markers = markers(client, 226);
            assertTrue(markers.contains("Stripe Bytes Transferred: " + CONTENT.length), markers);
            assertTrue(markers.contains("111 Range Marker 0-" + CONTENT.length), markers);
            assertArrayEquals(CONTENT, Files.readAllBytes(served.root().resolve("f")));

            client.say(200, "OPTS RETR Parallelism=4,4,4;");
            try (ExtendedClient.Receiver receiver = data.new Receiver(CONTENT.length)) {
                client.say(200, "PORT 127,0,0,1," + (receiver.port() >> 8) + "," + (receiver.port() & 255));
                client.say(150, "RETR f");
                assertArrayEquals(CONTENT, receiver.receive(STREAMS));
                client.expect(226);
                // What was agreed holds for the next transfer as well.
                client.say(150, "RETR f");
                assertArrayEquals(CONTENT, receiver.receive(STREAMS));
                client.expect(226);
            }
        }
    }

    @Test
    void aServerThatHasNoThreadForFurtherStreamsTransfersAllTheSame() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            StreamThreads threads = served.site().transport().streams();
            while (threads.take(StreamThreads.MAX) > 0) {
                // until none is left
            }
            ExtendedClient data = new ExtendedClient(socket -> socket);
            client.say(200, "MODE E");
            int port = client.passivePort();
            client.say(150, "STOR f");
            data.send(port, CONTENT, STREAMS);
            markers(client, 226);
            assertArrayEquals(CONTENT, Files.readAllBytes(served.root().resolve("f")));
            client.say(200, "OPTS RETR Parallelism=4,4,4;");
            try (ExtendedClient.Receiver receiver = data.new Receiver(CONTENT.length)) {
                client.say(200, "PORT 127,0,0,1," + (receiver.port() >> 8) + "," + (receiver.port() & 255));
                client.say(150, "RETR f");
                assertArrayEquals(CONTENT, receiver.receive(1));
                client.expect(226);
            }
            assertEquals(0, threads.take(1));
        }
    }

    @Test
    void aStreamThatBreaksFailsTheUploadAndTheRestOfItCanBeSentLater() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.say(200, "MODE E");
            int port = client.passivePort();
            client.say(150, "STOR f");
            try (Socket socket = ControlClient.open(port)) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                ExtendedClient.header(out, 0, 1_000_000, 0);
                out.write(CONTENT, 0, 1_000_000);
                ExtendedClient.header(out, 0, 10, 1_000_000);
            }
            markers(client, 426);
            assertFalse(Files.exists(served.root().resolve("f")));
            assertFalse(client.fetchIn("S", "NLST").contains("f\r\n"));

            client.say(200, "MODE E");
            client.say(350, "REST 0-1000000");
            int again = client.passivePort();
            client.say(150, "STOR f");
            try (Socket socket = ControlClient.open(again)) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                ExtendedClient.header(out, 0, CONTENT.length - 1_000_000, 1_000_000);
                out.write(CONTENT, 1_000_000, CONTENT.length - 1_000_000);
                ExtendedClient.header(out, 64, 0, 1);
                ExtendedClient.header(out, 8 | 4, 0, 0);
                markers(client, 226);
            }
            assertArrayEquals(CONTENT, Files.readAllBytes(served.root().resolve("f")));
            client.say(350, "REST 0-1000000");
            client.passivePort();
            client.say(554, "STOR f");
        }
    }

    @Test
    void whatIsKeptOfAnUploadDoesNotHoldItsDirectory() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.say(257, "MKD d");
            client.say(200, "MODE E");
            int port = client.passivePort();
            client.say(150, "STOR d/f");
            try (Socket socket = ControlClient.open(port)) {
                socket.getOutputStream().write(1);
            }
            markers(client, 426);
            client.say(250, "RMD d");
        }
    }

    @Test
    void aFileWithAHoleInItIsNotCommitted() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.say(200, "MODE E");
            int port = client.passivePort();
            client.say(150, "STOR f");
            try (Socket socket = ControlClient.open(port)) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                ExtendedClient.header(out, 0, 3, 10);
                out.write(new byte[3]);
                ExtendedClient.header(out, 64 | 8 | 4, 0, 1);
                assertTrue(markers(client, 426).contains("bytes 0-10"));
            }
            assertFalse(Files.exists(served.root().resolve("f")));
        }
    }

    @Test
    void partsComeAndGoAndLinesDoNot() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Files.write(served.root().resolve("f"), CONTENT);
            client.say(200, "MODE E");
            ExtendedClient data = new ExtendedClient(socket -> socket);
            try (ExtendedClient.Receiver receiver = data.new Receiver(1000)) {
                client.say(200, "SPOR 127,0,0,1," + (receiver.port() >> 8) + "," + (receiver.port() & 255));
                client.say(150, "ERET P 5000 1000 f");
                assertArrayEquals(Arrays.copyOfRange(CONTENT, 5000, 6000), receiver.receive(1));
                client.expect(226);
            }
            String striped = client.say(229, "SPAS");
            String[] numbers = striped.lines().toList().get(1).strip().split(",", -1);
            int port = Integer.parseInt(numbers[4]) << 8 | Integer.parseInt(numbers[5]);
            client.say(150, "ESTO A 2 g");
            data.send(port, new byte[] {1, 2, 3}, 1);
            markers(client, 226);
            assertArrayEquals(
                    new byte[] {0, 0, 1, 2, 3}, Files.readAllBytes(served.root().resolve("g")));
            client.say(200, "TYPE A");
            client.say(504, "RETR f");
        }
    }

    @Test
    void aBlockBehindEveryPossibleFileEndsTheTransfer() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.say(200, "MODE E");
            int port = client.passivePort();
            client.say(150, "ESTO A 10 f");
            try (Socket socket = ControlClient.open(port)) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                ExtendedClient.header(out, 0, 1, Long.MAX_VALUE - 1);
                out.write(1);
                markers(client, 426);
            }
            client.say(257, "PWD");
        }
    }

    @Test
    void aborStopsADownloadOfWhichOnlyAnotherStreamIsLeft() throws IOException {
        int block = 1 << 20;
        try (Served served = Served.in(directory);
                ControlClient client = served.alice();
                ServerSocket listener = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            listener.setReceiveBufferSize(4096);
            Files.write(served.root().resolve("f"), new byte[4 * block]);
            client.say(200, "MODE E");
            client.say(200, "SBUF 4096");
            client.say(200, "OPTS RETR Parallelism=2,2,2;");
            int port = listener.getLocalPort();
            client.say(200, "PORT 127,0,0,1," + (port >> 8) + "," + (port & 255));
            client.say(150, "RETR f");
            try (Socket read = listener.accept();
                    Socket unread = listener.accept()) {
                assertTrue(unread.isConnected());
                new DataInputStream(read.getInputStream()).skipNBytes(3L * (17 + block));
                client.send("ABOR\r\n");
                client.expect(426);
                client.expect(226);
            }
        }
    }

    @Test
    void aborStopsAParallelTransfer() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.say(200, "MODE E");
            int port = client.passivePort();
            client.say(150, "STOR f");
            try (Socket one = ControlClient.open(port);
                    Socket two = ControlClient.open(port)) {
                one.getOutputStream().write(new byte[5]);
                two.getOutputStream().write(new byte[5]);
                client.send("ABOR\r\n");
                markers(client, 426);
                client.expect(226);
            }
            client.say(257, "PWD");
        }
    }

    /// The replies of a transfer, up to the one that ends it.
    private static String markers(ControlClient client, int end) throws IOException {
        StringBuilder all = new StringBuilder();
        String reply = client.read();
        while (reply.startsWith("11")) {
            all.append(reply).append('\n');
            reply = client.read();
        }
        assertEquals(Integer.toString(end), reply.substring(0, 3), reply);
        return all.append(reply).toString();
    }

    private static ControlClient secured(Served served) throws IOException {
        return served.connect().secure().login("alice", "secret");
    }
}
