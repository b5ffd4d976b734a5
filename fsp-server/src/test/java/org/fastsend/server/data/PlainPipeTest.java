package org.fastsend.server.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainPipeTest {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int MORE_THAN_BUFFERS_HOLD = 64 << 20;

    @TempDir
    private Path directory;

    private Socket client;
    private PlainPipe pipe;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            client = new Socket();
            client.connect(listening.getLocalAddress());
            SocketChannel socket = listening.accept();
            socket.configureBlocking(false);
            DataSockets.prepare(socket, OptionalInt.empty());
            pipe = new PlainPipe(socket, ByteBuffer.wrap(new byte[] {1, 2}));
        }
    }

    @AfterEach
    void close() throws IOException {
        pipe.close();
        client.close();
    }

    @Test
    void whatWasFinishedArrivesWhole() throws IOException, InterruptedException {
        pipe.send(ByteBuffer.wrap(new byte[] {7, 8, 9}), PATIENCE_NANOS);
        pipe.finish(PATIENCE_NANOS);
        pipe.close();
        assertArrayEquals(new byte[] {7, 8, 9}, client.getInputStream().readAllBytes());
    }

    /// Java closes the socket itself then, which must not look like the end of the file.
    @Test
    void anInterruptInTheMiddleOfAFileResetsTheConnection() throws IOException {
        Path path = Files.write(directory.resolve("f"), new byte[100]);
        try (FileChannel file = FileChannel.open(path)) {
            Thread.currentThread().interrupt();
            assertThrows(ClosedByInterruptException.class, () -> pipe.send(file, 0, 100, PATIENCE_NANOS));
        }
        assertTrue(Thread.interrupted());
        assertThrows(SocketException.class, () -> client.getInputStream().read());
    }

    @Test
    void whoReadsNothingIsWaitedForOnlySoLong() {
        ByteBuffer large = ByteBuffer.allocate(MORE_THAN_BUFFERS_HOLD);
        assertThrows(SocketTimeoutException.class, () -> pipe.send(large, TimeUnit.MILLISECONDS.toNanos(20)));
    }

    @Test
    void whatCameEarlyComesFirst() throws IOException, InterruptedException {
        client.getOutputStream().write(new byte[] {3, 4});
        client.shutdownOutput();
        ByteArrayOutputStream came = new ByteArrayOutputStream();
        pipe.receive(
                () -> false,
                bytes -> {
                    byte[] piece = new byte[bytes.remaining()];
                    bytes.get(piece);
                    came.writeBytes(piece);
                },
                PATIENCE_NANOS);
        assertArrayEquals(new byte[] {1, 2, 3, 4}, came.toByteArray());
    }

    @Test
    void whoWaitsWhileAnotherThreadClosesFailsInOrder() throws Exception {
        FutureTask<Void> receiving = new FutureTask<>(() -> {
            pipe.receive(() -> false, bytes -> bytes.position(bytes.limit()), PATIENCE_NANOS);
            return null;
        });
        Thread thread = Thread.ofPlatform().start(receiving);
        while (thread.getState() == Thread.State.NEW || pipe.early().hasRemaining()) {
            Thread.onSpinWait(); // until it is past what came early, and waits or is about to
        }
        pipe.close();
        assertInstanceOf(
                IOException.class,
                assertThrows(ExecutionException.class, receiving::get).getCause());
    }

    @Test
    void afterAnAbortNobodyWaits() {
        pipe.abort();
        assertThrows(IOException.class, () -> pipe.send(ByteBuffer.allocate(1), PATIENCE_NANOS));
        assertThrows(SocketException.class, () -> client.getInputStream().read());
    }
}
