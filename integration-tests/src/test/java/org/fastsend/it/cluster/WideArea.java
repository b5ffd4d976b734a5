package org.fastsend.it.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A wide-area network of two hosts in namespaces of their own: 100 Mbit/s, 20 ms, and 1 % of all packets lost, which
/// TCP Reno takes for congestion, so that UDP carries more whatever the hosts have to do and whichever law this
/// machine's TCP obeys: BBR would fill the path. Needs root, and is slow to set up.
public final class WideArea implements AutoCloseable {
    private static final Path RUN = Path.of("wanem", "run").toAbsolutePath();
    private static final Pattern PACKETS = Pattern.compile("packets (\\d+)");
    private static final long PATIENCE_SECONDS = 60;

    private static final Logger LOG = LoggerFactory.getLogger(WideArea.class);

    private final String prefix;
    private final Process emulator;

    private WideArea(String prefix, Process emulator) {
        this.prefix = prefix;
        this.emulator = emulator;
    }

    /// Whether this machine lets a test build networks and filter packets.
    public static boolean isPossible() {
        return Files.isWritable(Path.of("/dev/net/tun"))
                && "root".equals(System.getProperty("user.name"))
                && Arrays.stream(System.getenv("PATH").split(":", -1))
                                .flatMap(folder -> List.of("nft", "cc", "ip").stream()
                                        .filter(name -> Files.isExecutable(Path.of(folder, name))))
                                .distinct()
                                .count()
                        == 3;
    }

    /// Namespaces {@code near} and {@code far}, named with a prefix of this process alone.
    public static WideArea start(Path directory) throws IOException {
        Path topology = directory.resolve("wide-area.topo");
        Files.writeString(topology, """
                host near 10.77.0.1 rate=100mbit queue=50ms
                host far 10.77.0.2 rate=100mbit queue=50ms
                path near far rtt=20ms loss=1%
                mtu 1500
                seed 7
                """);
        String prefix = "f" + ProcessHandle.current().pid() % 100_000 + "-";
        Process emulator = new ProcessBuilder(RUN.toString(), topology.toString(), "-p", prefix)
                .redirectErrorStream(true)
                .start();
        WideArea network = new WideArea(prefix, emulator);
        var lines = emulator.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line == null || !line.startsWith("ready"); line = lines.readLine()) {
            if (line == null) {
                throw new IOException("the emulator did not start");
            }
        }
        Thread.ofVirtual().start(() -> drain(lines));
        for (String host : List.of("near", "far")) {
            network.run(host, "sh", "-c", "echo reno > /proc/sys/net/ipv4/tcp_congestion_control");
        }
        return network;
    }

    /// The emulator must not wait for somebody to read what it says.
    private static void drain(BufferedReader lines) {
        try {
            lines.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            LOG.debug("the emulator has ended", e);
        }
    }

    /// What to put in front of a command so that it runs on that host.
    public List<String> on(String host) {
        return List.of("ip", "netns", "exec", prefix + host);
    }

    public static String address(String host) {
        return host.equals("near") ? "10.77.0.1" : "10.77.0.2";
    }

    /// Counts the UDP packets that reach the far host, and does that with them: {@code accept}, {@code
    /// drop}.
    public void filterUdp(String verdict) {
        nft("add table inet fsp");
        nft("delete table inet fsp"); // it may have been there
        nft("add table inet fsp");
        nft("add chain inet fsp in { type filter hook input priority 0 ; }");
        nft("add rule inet fsp in meta l4proto udp counter " + verdict);
    }

    /// UDP packets that reached the far host since the filter was set.
    public long udpPackets() {
        Matcher packets = PACKETS.matcher(nft("list table inet fsp"));
        return packets.find() ? Long.parseLong(packets.group(1)) : 0;
    }

    @Override
    public void close() {
        emulator.destroy();
        try {
            if (!emulator.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                emulator.destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String nft(String command) {
        return run("far", ("nft " + command).split(" ", -1));
    }

    /// What a command prints on that host, which must work.
    private String run(String host, String... command) {
        List<String> all = new ArrayList<>(on(host));
        all.addAll(List.of(command));
        try {
            Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
            String text;
            try (InputStream out = process.getInputStream()) {
                text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            }
            if (process.waitFor() != 0) {
                throw new AssertionError(String.join(" ", command) + ": " + text);
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
