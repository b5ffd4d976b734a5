package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TcpPipesTest {
    private static final TcpPipes.Listener NOBODY = new TcpPipes.Listener() {
        @Override
        public void datagram(Path from, byte[] bytes) {
            // nothing is sent
        }

        @Override
        public void closed(Path path) {
            // nobody waits for it
        }
    };

    @Test
    void oneHostThatSaysNothingLeavesRoomForOthers() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
                TcpPipes pipes = new TcpPipes(NOBODY)) {
            for (int i = 0; i <= 64; i++) {
                silent.add(new Socket(server.getInetAddress(), server.getLocalPort()));
                pipes.accept(server.accept());
            }
            silent.getLast().setSoTimeout(10_000);
            assertEquals(-1, silent.getLast().getInputStream().read());
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }
}
