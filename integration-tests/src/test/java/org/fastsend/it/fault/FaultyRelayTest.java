package org.fastsend.it.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayConnection;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.Verb;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The faults do what their names say, as a peer sees them over the network.
@Timeout(120)
class FaultyRelayTest {
    private static final TransferId TRANSFER = new TransferId(1, 2);

    @TempDir
    private Path temporary;

    private Identity client;
    private Federation federation;

    @BeforeEach
    void found() throws Exception {
        Authority authority = Authority.create("test", new SystemEpochClock());
        authority.issueInto(temporary.resolve("member"), Role.RELAY, "bad", List.of());
        client = authority.issue(Role.CLIENT, "c1", List.of());
        federation = new Federation(authority.certificate(), new SystemEpochClock());
    }

    @Test
    void spoiledBlocksAreHeardOfAsBad() throws Exception {
        assertEquals(List.of("stored 0", "bad 0"), putAndGet(Fault.FLIP_BIT));
        assertEquals(List.of("stored 0", "bad 0"), putAndGet(Fault.TRUNCATE));
        assertEquals(List.of("stored 0", "bad 0"), putAndGet(Fault.OTHER_BLOCK));
    }

    @Test
    void forgottenAndRefusedBlocksAreHeardOfAsRefused() throws Exception {
        assertEquals(List.of("stored 0", "refused 0 MISSING"), putAndGet(Fault.FORGET));
        assertEquals(List.of("refused 0 FAILED", "refused 0 MISSING"), putAndGet(Fault.REFUSE_PUT));
    }

    @Test
    void relayInAProcessOfItsOwnMisbehavesTheSameWay() throws Exception {
        try (var relay = new Running(start("flip-bit"))) {
            assertEquals(List.of("stored 0", "bad 0"), putAndGet(relay.port()));
        }
    }

    private List<String> putAndGet(Fault fault) throws Exception {
        try (FaultyRelay relay =
                FaultyRelay.start(temporary.resolve(fault.name()), temporary.resolve("member"), fault, 1, () -> {})) {
            return putAndGet(relay.port());
        }
    }

    private List<String> putAndGet(int port) throws Exception {
        try (RelayConnection connection = connect(port)) {
            LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
            Capability capability = Capability.sign(
                    client,
                    TRANSFER,
                    connection.member().key(),
                    client.keyHash(),
                    EnumSet.allOf(Verb.class),
                    1 << 20,
                    new SystemEpochClock().seconds() + 600);
            BlockChannel channel = connection.open(capability, new Hearing(heard));
            assertEquals(BlockChannel.Offer.ACCEPTED, channel.put(block()));
            String first = next(heard);
            assertEquals(BlockChannel.Offer.ACCEPTED, channel.get(0));
            return List.of(first, next(heard));
        }
    }

    private static String next(LinkedBlockingQueue<String> heard) throws InterruptedException {
        String call = heard.poll(60, TimeUnit.SECONDS);
        return call == null ? "nothing" : call;
    }

    private RelayConnection connect(int port) {
        LocalEnd local =
                LocalEnd.of(client, federation, new Buffers(8 << 20), new SystemEpochClock(), new SecureRandom());
        return new RelayConnector(local).connect("127.0.0.1", port, new ExpectedPeer.InRole(Role.RELAY));
    }

    private Process start(String fault) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FaultyRelay.class.getName(),
                        temporary.resolve("blocks-" + fault).toString(),
                        temporary.resolve("member").toString(),
                        fault,
                        "1")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static SealedBlock block() {
        BlockHeader header = new BlockHeader(TRANSFER, 0, ChecksumAlgorithm.CRC32C, 1000);
        ByteBuffer bytes = ByteBuffer.allocate(header.sealedLength());
        header.write(bytes);
        bytes.position(BlockHeader.LENGTH + header.payloadLength());
        header.checksum().compute(bytes.duplicate().flip(), bytes);
        return new SealedBlock(header, bytes.flip());
    }

    private record Running(Process process) implements AutoCloseable {
        int port() throws IOException {
            String line = process.inputReader().readLine();
            assertTrue(line != null && line.contains(" listening on 127.0.0.1:"), line);
            return Integer.parseInt(line.replaceFirst(".*127\\.0\\.0\\.1:([0-9]+),.*", "$1"));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private record Hearing(LinkedBlockingQueue<String> heard) implements ChannelListener {
        @Override
        public void onStored(int number) {
            heard.add("stored " + number);
        }

        @Override
        public void onBlock(SealedBlock block) {
            heard.add("block " + block.number());
        }

        @Override
        public void onRefused(int number, Refusal refusal, String reason) {
            heard.add("refused " + number + " " + refusal);
        }

        @Override
        public void onBad(int number, String reason) {
            heard.add("bad " + number);
        }

        @Override
        public void onLost(int number, String reason) {
            heard.add("lost " + number + " " + reason);
        }

        @Override
        public void onDown(FspException cause) {
            heard.add("down");
        }
    }
}
