package org.fastsend.core.net.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class TcpRoundTripTest {
    @Test
    void theKernelKnowsHowFarAPeerIsAsSoonAsItIsConnectedTo() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, here);
                Socket socket = new Socket(here, server.getLocalPort())) {
            OptionalLong nanos = TcpRoundTrip.shortestNanos(socket);

            assertTrue(nanos.isPresent());
            assertTrue(nanos.getAsLong() < 2_000_000, nanos + " ns on loopback");
        }
    }

    @Test
    void aSocketThatIsClosedHasNone() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, here)) {
            Socket socket = new Socket(here, server.getLocalPort());
            socket.close();

            assertEquals(OptionalLong.empty(), TcpRoundTrip.shortestNanos(socket));
        }
    }
}
