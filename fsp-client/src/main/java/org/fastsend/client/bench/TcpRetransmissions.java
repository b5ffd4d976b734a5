package org.fastsend.client.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Segments that this host's TCP has sent again since it started, where the system counts them.
final class TcpRetransmissions {
    private static final Path COUNTERS = Path.of("/proc/net/snmp");

    private TcpRetransmissions() {}

    /// 0 where nobody knows.
    static long now() {
        try {
            List<String[]> tcp = Files.readAllLines(COUNTERS).stream()
                    .filter(line -> line.startsWith("Tcp:"))
                    .map(line -> line.split(" "))
                    .toList();
            int column = Arrays.asList(tcp.getFirst()).indexOf("RetransSegs");
            return Long.parseLong(tcp.getLast()[column]);
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }
}
