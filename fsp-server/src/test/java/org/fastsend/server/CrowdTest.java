package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many sessions at once. `-Dfsp.long` makes it a thousand idle ones and fifty that transfer 64 MiB each.
class CrowdTest {
    private static final boolean LONG = Boolean.getBoolean("fsp.long");
    private static final int IDLE = LONG ? 1000 : 100;
    private static final int BUSY = LONG ? 50 : 5;
    private static final int FILE_BYTES = 64 << 20;

    @TempDir
    private Path directory;

    @Test
    void idleSessionsAndTransfersDoNotGetInEachOthersWay() throws Exception {
        try (Served served = Served.in(directory);
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            served.large("large");
            List<ControlClient> idle = new ArrayList<>();
            for (int i = 0; i < IDLE; i++) {
                idle.add(served.alice());
            }
            assertEquals(IDLE, served.server().sessions());
            List<Future<Long>> transfers = new ArrayList<>();
            for (int i = 0; i < BUSY; i++) {
                transfers.add(clients.submit(() -> download(served)));
            }
            for (ControlClient client : idle) {
                client.say(200, "NOOP");
            }
            for (Future<Long> transfer : transfers) {
                assertEquals(FILE_BYTES, transfer.get());
            }
            for (ControlClient client : idle) {
                client.say(221, "QUIT");
                client.close();
            }
            Served.await(() -> served.server().sessions() == 0, "all sessions to end");
        }
    }

    private static long download(Served served) throws IOException {
        try (ControlClient client = served.alice();
                Socket data = client.passive()) {
            client.say(150, "RETR large");
            InputStream in = data.getInputStream();
            byte[] buffer = new byte[1 << 16];
            long total = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                total += read;
            }
            client.expect(226);
            return total;
        }
    }
}
