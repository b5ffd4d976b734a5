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
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A wide-area network of two hosts in namespaces of their own, `near` and `far`: 30 Mbit/s each way
/// and 10 ms, far enough apart for UDP to be tried; each filters the packets that reach it. Needs root,
/// and is slow to set up.
public final class WideArea implements AutoCloseable {
    private static final Path RUN = Path.of("wanem", "run").toAbsolutePath();
    private static final List<String> HOSTS = List.of("near", "far");
    private static final Pattern BYTES = Pattern.compile("counter (\\w+) \\{\\s*packets \\d+ bytes (\\d+)");
    /// Of a row of the kernel's table of sockets.
    private static final Pattern UDP_PORT = Pattern.compile("\\d: [0-9A-F]+:([0-9A-F]{4}) ");
    /// None that the kernel gives by itself.
    private static final int OTHER_PORTS = 20_000;

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
                host near 10.77.0.1 rate=30mbit queue=50ms
                host far 10.77.0.2 rate=30mbit queue=50ms
                path near far rtt=10ms
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
        network.filterUdp("continue");
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

    /// What has reached a host since the filter was set, in bytes.
    ///
    /// @param udpArrived those that the filter dropped included
    public record Arrived(long udpArrived, long udp, long tcp) {}

    /// Does this with UDP packets that reach either host: `continue`, `drop`, or drop what is over a
    /// limit. What has arrived is counted from here.
    public void filterUdp(String verdict) {
        for (String host : HOSTS) {
            run(host, "nft", """
                    add table inet fsp
                    delete table inet fsp
                    table inet fsp {
                        counter udpArrived {}
                        counter udpPassed {}
                        counter tcpPassed {}
                        chain in {
                            type filter hook input priority 0
                            iifname lo accept
                            meta l4proto tcp counter name tcpPassed accept
                            meta l4proto udp counter name udpArrived
                            meta l4proto udp %s
                            meta l4proto udp counter name udpPassed
                        }
                    }
                    """.formatted(verdict));
        }
    }

    /// As where a NAT has forgotten the near host: its datagrams come from other ports than before, and what is sent to
    /// the old ones is dropped. Sockets bound later keep their ports.
    public void renumberUdp() {
        List<Integer> ports = UDP_PORT.matcher(run("near", "cat", "/proc/net/udp", "/proc/net/udp6"))
                .results()
                .map(found -> Integer.parseInt(found.group(1), 16))
                .distinct()
                .toList();
        // Each where it arrives: what leaves has no checksum yet that could be corrected.
        renumber("far", "udp sport set udp sport map { %s }".formatted(numbered(ports, "%1$d : %2$d")));
        renumber("near", """
                            udp dport { %s } drop
                            udp dport set udp dport map { %s }
                """.formatted(numbered(ports, "%1$d"), numbered(ports, "%2$d : %1$d")));
    }

    private void renumber(String host, String rules) {
        run(host, "nft", """
                add table inet nat
                delete table inet nat
                table inet nat {
                    chain in {
                        type filter hook prerouting priority raw
                        iifname lo accept
                        %s
                    }
                }
                """.formatted(rules));
    }

    /// Of each port, and of the one that it becomes.
    private static String numbered(List<Integer> ports, String format) {
        return IntStream.range(0, ports.size())
                .mapToObj(i -> String.format(Locale.ROOT, format, ports.get(i), OTHER_PORTS + i))
                .collect(Collectors.joining(", "));
    }

    public Arrived arrived(String host) {
        Map<String, Long> bytes = BYTES.matcher(run(host, "nft", "list counters table inet fsp"))
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> Long.parseLong(found.group(2))));
        return new Arrived(bytes.get("udpArrived"), bytes.get("udpPassed"), bytes.get("tcpPassed"));
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
