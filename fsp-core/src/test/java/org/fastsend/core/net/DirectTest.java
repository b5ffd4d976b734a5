package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.PeerIdentity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// A receiver that can only connect out is a target all the same: it connects to the server, and the server
/// puts.
@ParameterizedClass
@EnumSource(
        value = ChannelKind.class,
        names = {"TCP", "UDP"})
class DirectTest {
    private final Lab lab;
    private final Identity server;
    private final Buffers serverBuffers = new Buffers(64 << 20);
    private final Heard heard = new Heard(serverBuffers);
    private final CompletableFuture<BlockChannel> opened = new CompletableFuture<>();
    private final MemoryHost receiver;
    private final RelayListener listener;

    DirectTest(ChannelKind kind) {
        lab = new Lab(NetTimings.DEFAULT, kind);
        server = lab.authority.issue(Role.SERVER, "s1", List.of());
        receiver = new MemoryHost(lab.client);
        listener = lab.listen(server, serverBuffers, NetTimings.DEFAULT, this::admit);
    }

    @AfterEach
    void close() {
        listener.close();
        lab.close();
    }

    /// The server knows the client's key from the control connection.
    private Admission admit(PeerIdentity peer, Object transfer, Object capability) {
        return peer.key().equals(lab.client.keyHash()) && transfer.equals(TestBlocks.TRANSFER)
                ? new Admission.Asked(channel -> {
                    channel.streams(3);
                    opened.complete(channel);
                    return heard;
                })
                : new Admission.Refused(Refusal.FORBIDDEN, "nobody waits for you");
    }

    @Test
    void theServerPutsBlocksToAClientThatConnectedToIt() throws Exception {
        CompletableFuture<FspException> ended = connectAsReceiver(Set.of(Verb.PUT, Verb.GET));
        BlockChannel channel = opened.get(10, TimeUnit.SECONDS);
        assertTrue(channel.peer().startsWith("c1 ("), channel.peer());
        Set<Integer> stored = new HashSet<>();
        for (int number = 0; number < 40; number++) {
            channel.put(TestBlocks.block(number, 300_000));
            channel.streams(1 + number % 5);
        }
        for (int number = 0; number < 40; number++) {
            stored.add(heard.next(Heard.Call.Stored.class).number());
        }
        assertEquals(40, stored.size());
        for (int number = 0; number < 40; number++) {
            assertArrayEquals(TestBlocks.block(number, 300_000).bytes().array(), receiver.blocks.get(number));
        }
        channel.get(7);
        assertEquals(7, heard.next(Heard.Call.Came.class).number());
        channel.close();
        heard.next(Heard.Call.Down.class);
        FspException end = ended.get(10, TimeUnit.SECONDS);
        assertTrue(end.getMessage().contains("s1 ("), end.getMessage());
        assertEquals(0, lab.clientBuffers.lentBytes());
    }

    @Test
    void aPingTellsTheServerHowMuchHasComeToTheClient() throws Exception {
        CompletableFuture<FspException> ended = connectAsReceiver(Set.of(Verb.PUT));
        BlockChannel channel = opened.get(10, TimeUnit.SECONDS);
        channel.put(TestBlocks.block(1, 300_000));
        heard.next(Heard.Call.Stored.class);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (channel.echo().map(BlockChannel.Echo::arrivedBytes).orElse(0L) < 300_000) {
            assertTrue(System.nanoTime() < deadlineNanos, "told after 20 s: " + channel.echo());
            channel.ping();
            Thread.onSpinWait();
        }
        channel.close();
        ended.get(10, TimeUnit.SECONDS);
    }

    @Test
    void theClientServesTheServerOnlyWhatItGranted() throws Exception {
        CompletableFuture<FspException> ended = connectAsReceiver(Set.of(Verb.PUT));
        BlockChannel channel = opened.get(10, TimeUnit.SECONDS);
        receiver.blocks.put(1, TestBlocks.block(1, 10).bytes().array());
        channel.get(1);
        assertEquals(Refusal.FORBIDDEN, heard.next(Heard.Call.Refused.class).refusal());
        channel.close();
        ended.get(10, TimeUnit.SECONDS);
    }

    @Test
    void whoIsNotExpectedIsRefused() {
        Identity stranger = Identity.ephemeral();
        RelayConnection connection = new RelayConnector(lab.end(stranger, lab.clientBuffers, NetTimings.DEFAULT))
                .connect(Lab.HOST, listener.port(), new ExpectedPeer.WithKey(server.keyHash()));
        FspException refused =
                assertThrows(FspException.class, () -> connection.host(grant(Set.of(Verb.PUT)), receiver, cause -> {}));
        assertEquals(ErrorCode.UNTRUSTED, refused.code());
        assertTrue(refused.getMessage().contains("nobody waits for you"), refused.getMessage());
    }

    @Test
    void whenTheClientGoesTheServersChannelIsDown() throws Exception {
        RelayConnection connection =
                lab.connector().connect(Lab.HOST, listener.port(), new ExpectedPeer.WithKey(server.keyHash()));
        connection.host(grant(Set.of(Verb.PUT)), receiver, cause -> {});
        opened.get(10, TimeUnit.SECONDS);
        connection.close();
        assertEquals(
                ErrorCode.CONNECTION_LOST,
                heard.next(Heard.Call.Down.class).cause().code());
    }

    private CompletableFuture<FspException> connectAsReceiver(Set<Verb> verbs) {
        CompletableFuture<FspException> ended = new CompletableFuture<>();
        lab.connector()
                .connect(Lab.HOST, listener.port(), new ExpectedPeer.WithKey(server.keyHash()))
                .host(grant(verbs), receiver, ended::complete);
        return ended;
    }

    private Grant grant(Set<Verb> verbs) {
        return new Grant(
                TestBlocks.TRANSFER,
                server.keyHash(),
                lab.client.keyHash(),
                verbs,
                1L << 40,
                lab.clock.seconds() + 3600);
    }
}
