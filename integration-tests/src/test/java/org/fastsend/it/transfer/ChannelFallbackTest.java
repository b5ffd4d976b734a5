package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.Await;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.fastsend.it.cluster.LocalFederation.Node;
import org.fastsend.it.cluster.Trees;
import org.fastsend.it.cluster.WideArea;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `--channel auto` over a wide area whose packet filters do as they like with UDP: clients and a
/// server at one end, the relay at the other, so that what is got or put crosses it there and back.
@TestInstance(Lifecycle.PER_CLASS)
class ChannelFallbackTest {
    private static final int BYTES = 15_000_000;
    /// More than acknowledgments come to.
    private static final long MUCH = 500_000;
    /// Two blocks: as few as may be left when the filter comes.
    private static final long SOME = 262_144;

    private static final String TRICKLE = "limit rate over 20 kbytes/second drop";

    private static final String TIGHT = "limit rate over 400 kbytes/second drop";

    private Path work;
    private WideArea network;
    private LocalFederation federation;
    private Node relay;
    private Node server;
    private Path root;
    private Path file;
    private Path run;

    /// Commands that move blocks, and the hosts that blocks cross the wide area to.
    private enum Verb {
        EVACUATE(List.of("far")),
        COLLECT(List.of("near")),
        GET(List.of("near", "far")),
        PUT(List.of("near", "far"));

        private final List<String> takers;

        Verb(List<String> takers) {
            this.takers = takers;
        }
    }

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        assumeTrue(WideArea.isPossible(), "not root, or no nft, cc or /dev/net/tun");
        work = directory;
        network = WideArea.start(work);
        federation = new LocalFederation(work.resolve("federation"));
        relay = federation.relayOn(network.on("far"), WideArea.address("far"), "r1");
        root = Files.createDirectories(work.resolve("root/inbox")).getParent();
        file = Trees.file(root.resolve("data.bin"), BYTES, 11);
        String users = federation.usersWith("alice", "secret").toString();
        server = federation.serverOn(
                network.on("near"), "s1", root, List.of(), "--users", users, "--anonymous", "--relays", relayAddress());
    }

    @BeforeEach
    void letUdpPass() throws IOException {
        network.filterUdp("continue");
        run = Files.createTempDirectory(work, "run");
    }

    @AfterAll
    void stop() {
        if (federation != null) {
            federation.close();
            network.close();
        }
    }

    @Test
    void blockedFromTheStartTcpCarriesEverything() throws IOException {
        assertTcpCarriesEverything(Verb.GET);
    }

    /// The long form: `-Dfsp.long=true`.
    @EnabledIfSystemProperty(named = "fsp.long", matches = "true")
    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"EVACUATE", "PUT"})
    void blockedFromTheStartTcpCarriesEverythingElse(Verb verb) throws IOException {
        assertTcpCarriesEverything(verb);
    }

    private void assertTcpCarriesEverything(Verb verb) throws IOException {
        network.filterUdp("drop");
        try (FspProcess running = begun(verb, "auto")) {
            assertArrives(verb, running);
        }
        assertOverTcp(verb, BYTES);
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"GET", "PUT"})
    void blockedInMidTransferTcpTakesOver(Verb verb) throws IOException {
        assertTcpTakesOver(verb);
    }

    /// The long form: `-Dfsp.long=true`. A put is an evacuation and a collection by the server.
    @EnabledIfSystemProperty(named = "fsp.long", matches = "true")
    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"EVACUATE", "COLLECT"})
    void blockedInMidTransferTcpTakesOverTheRest(Verb verb) throws IOException {
        assertTcpTakesOver(verb);
    }

    private void assertTcpTakesOver(Verb verb) throws IOException {
        try (FspProcess running = begun(verb, "auto")) {
            awaitUdpData(verb, running);
            network.filterUdp("drop");
            assertArrives(verb, running);
        }
        assertRestOverTcp(verb);
    }

    @Test
    void throttledFromTheStartTcpTakesOver() throws IOException {
        network.filterUdp(TRICKLE);
        try (FspProcess running = begun(Verb.GET, "auto")) {
            assertArrives(Verb.GET, running);
        }
        assertOverTcp(Verb.GET, BYTES - MUCH);
    }

    @Test
    void throttledInMidTransferTcpTakesOver() throws IOException {
        try (FspProcess running = begun(Verb.EVACUATE, "auto")) {
            awaitUdpData(Verb.EVACUATE, running);
            network.filterUdp(TRICKLE);
            assertArrives(Verb.EVACUATE, running);
        }
        assertRestOverTcp(Verb.EVACUATE);
    }

    @Test
    void udpByNameFailsWithOneLineWhereItIsBlocked() throws IOException {
        network.filterUdp("drop");
        FspProcess.Ended ended = begun(Verb.EVACUATE, "udp").await();
        assertTrue(ended.exit() != 0, ended.out());
        assertEquals(1, ended.err().strip().lines().count(), ended.err());
        assertTrue(ended.err().contains("UDP"), ended.err());
    }

    @Test
    void aLeastRateIsKeptWhateverIsLost() throws IOException {
        assertKeepsSending("--min-rate 25M");
    }

    /// The long form: `-Dfsp.long=true`.
    @EnabledIfSystemProperty(named = "fsp.long", matches = "true")
    @Test
    void aFixedRateIsKeptWhateverIsLost() throws IOException {
        assertKeepsSending("--policy fixed --rate 25M");
    }

    private void assertKeepsSending(String switches) throws IOException {
        network.filterUdp(TIGHT);
        try (FspProcess running = evacuation("udp", switches.split(" "))) {
            awaitUdpData(Verb.EVACUATE, running); // by now others have learnt how little gets through
            network.filterUdp(TIGHT); // counts from here
            Await.until("far more is sent than gets through", () -> {
                WideArea.Arrived arrived = network.arrived("far");
                assertTrue(running.process().isAlive(), arrived.toString());
                return arrived.udp() > MUCH && arrived.udpArrived() > 3 * arrived.udp();
            });
        }
    }

    /// To all hosts that take blocks; the command must not have ended first.
    private void awaitUdpData(Verb verb, FspProcess running) {
        Await.until("data travels over UDP", () -> {
            List<WideArea.Arrived> arrived =
                    verb.takers.stream().map(network::arrived).toList();
            assertTrue(running.process().isAlive(), arrived.toString());
            return arrived.stream().allMatch(host -> host.udp() > SOME);
        });
    }

    private void assertArrives(Verb verb, FspProcess running) throws IOException {
        Report.success(running.await());
        Path arrived = switch (verb) {
            case PUT -> root.resolve("inbox/data.bin");
            case EVACUATE -> collected();
            case GET, COLLECT -> run.resolve("dest");
        };
        assertEquals(-1, Files.mismatch(file, arrived));
        Files.deleteIfExists(root.resolve("inbox/data.bin"));
    }

    /// TCP has carried so many bytes since the filter was set, and UDP no more than a trickle.
    private void assertOverTcp(Verb verb, long bytes) {
        for (String host : verb.takers) {
            WideArea.Arrived arrived = network.arrived(host);
            assertTrue(arrived.tcp() > bytes, host + ": " + arrived);
            assertTrue(arrived.udp() < MUCH, host + ": " + arrived);
        }
    }

    /// UDP has carried no more than a trickle since the filter was set, so that TCP has carried what was
    /// left of each leg. The first leg of two may have been over before the second had begun.
    private void assertRestOverTcp(Verb verb) {
        List<WideArea.Arrived> arrived =
                verb.takers.stream().map(network::arrived).toList();
        assertTrue(arrived.stream().allMatch(host -> host.udp() < MUCH), arrived.toString());
        assertTrue(arrived.stream().anyMatch(host -> host.tcp() > SOME), arrived.toString());
    }

    private FspProcess begun(Verb verb, String channel) throws IOException {
        return switch (verb) {
            case EVACUATE -> evacuation(channel);
            case COLLECT -> {
                Report.success(evacuation("tcp").await());
                network.filterUdp("continue"); // counts from here
                yield collection(channel);
            }
            case GET -> striped(channel, "get", url("") + "/data.bin", run + "/dest", "--no-direct");
            case PUT ->
                striped(
                        channel,
                        "put",
                        file.toString(),
                        url("alice@") + "/inbox/",
                        "--no-direct",
                        "--wait",
                        "--relays",
                        relayAddress());
        };
    }

    private FspProcess evacuation(String channel, String... more) {
        List<String> command = new ArrayList<>(List.of("evacuate", file.toString(), "--relays", relayAddress()));
        command.addAll(List.of("--ticket-file", run.resolve("ticket").toString()));
        command.addAll(List.of(more));
        return striped(channel, command.toArray(String[]::new));
    }

    /// A command that makes blocks: so many that TCP does not take all of them before UDP is there.
    private FspProcess striped(String channel, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--json", "--block-size", "128K", "--channel", channel));
        arguments.addAll(
                List.of("--federation", federation.member(Role.CLIENT, "c1").toString()));
        return near(arguments);
    }

    private FspProcess collection(String channel) {
        return near(
                List.of("collect", run.resolve("ticket").toString(), run + "/dest", "--json", "--channel", channel));
    }

    /// What an evacuation left behind, fetched so that its filter is as it was.
    private Path collected() {
        Report.success(collection("tcp").await());
        return run.resolve("dest");
    }

    private FspProcess near(List<String> arguments) {
        List<String> prefix = new ArrayList<>(network.on("near"));
        prefix.addAll(List.of("env", "FSP_PASSWORD=secret"));
        return FspProcess.startOn(prefix, run, arguments);
    }

    private String relayAddress() {
        return WideArea.address("far") + ":" + relay.port();
    }

    private String url(String user) {
        return "ftp://" + user + server.address();
    }
}
