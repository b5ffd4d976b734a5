package org.fastsend.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ControlListenerTest {
    private static final int PATIENCE_MILLIS = 20_000;

    @Test
    void whoComesWhileTheSystemHasNoThreadIsClosedAndTheNextIsMet() throws IOException, InterruptedException {
        AtomicInteger came = new AtomicInteger();
        LinkedBlockingQueue<Socket> met = new LinkedBlockingQueue<>();
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ControlListener listener = ControlListener.open(any, socket -> {
                    if (came.getAndIncrement() == 0) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    met.add(socket);
                });
                Socket first = connect(listener);
                Socket second = connect(listener)) {
            assertEquals(-1, first.getInputStream().read());
            Socket served = met.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            assertNotNull(served);
            assertEquals(second.getLocalPort(), served.getPort());
            served.close();
        }
    }

    private static Socket connect(ControlListener listener) throws IOException {
        Socket socket =
                new Socket(listener.address().getAddress(), listener.address().getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }
}
