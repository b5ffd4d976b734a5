package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;
import org.fastsend.overlay.node.Answered;
import org.fastsend.overlay.node.Known;
import org.fastsend.overlay.node.Outgoing;
import org.fastsend.overlay.node.Sender;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OverlayLoopTest {
    private static final int PATIENCE_MILLIS = 20_000;
    /// What the participant fails on.
    private static final long BAD = 13;

    private final Fragile participant = new Fragile();
    private final OverlayLoop loop;

    OverlayLoopTest() throws IOException, TrustException {
        Authority authority = Authority.create("test", new SystemEpochClock());
        Federation federation = new Federation(authority.certificate(), new SystemEpochClock());
        Handshake handshake =
                new Handshake(authority.issue(Role.RELAY, "r", List.of()), federation, new SecureRandom());
        loop = new OverlayLoop(
                DatagramSockets.configured().open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                new SecureLinks(handshake, new SecureRandom()),
                new SystemNanoClock(),
                participant,
                OverlayLoop.Observer.NONE);
        loop.start();
    }

    @AfterEach
    void close() {
        loop.close();
    }

    /// Answers probes, and fails where others may have it fail. On the loop's thread.
    private static final class Fragile implements Participant {
        private final Queue<Outgoing> out = new ArrayDeque<>();
        private boolean failing;

        @Override
        public void handleMessage(Sender from, Message message, long nowNanos) {
            if (message instanceof Message.Probe(long nonce)) {
                if (nonce == BAD) {
                    throw new IllegalStateException("a datagram that it does not expect");
                }
                out.add(new Outgoing(from.endpoint(), 0, new Message.ProbeAnswer(nonce)));
            }
        }

        @Override
        public void handleTimeout(long nowNanos) {
            throw new OutOfMemoryError("what is due");
        }

        @Override
        public void handleSent(long nonce, long nowNanos) {}

        @Override
        public Optional<Outgoing> pollOutput() {
            return Optional.ofNullable(out.poll());
        }

        @Override
        public Optional<Answered> pollAnswer() {
            return Optional.empty();
        }

        @Override
        public long nextDeadlineNanos() {
            return failing ? Long.MIN_VALUE / 2 : Long.MAX_VALUE;
        }

        @Override
        public List<Known> known() {
            return List.of();
        }
    }

    private void assertServes() throws Exception {
        assertEquals(List.of(), loop.known().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
    }

    @Test
    void aTaskThatFailsEndsNothingElse() throws Exception {
        loop.post(() -> {
            throw new IllegalStateException("a task");
        });
        loop.post(() -> {
            throw new OutOfMemoryError("another");
        });

        assertServes();
    }

    @Test
    void whoAsksWhatFailsIsToldSo() {
        var answer = loop.ask(_ -> {
            throw new IllegalStateException("a question");
        });

        var failure = assertThrows(ExecutionException.class, () -> answer.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
        assertInstanceOf(IllegalStateException.class, failure.getCause());
    }

    @Test
    void aDatagramThatFailsIsTheOnlyOneLost() throws Exception {
        assertAnswersTheLastOf(BAD, 5);
    }

    @Test
    void whatIsDueAndFailsEndsNothingElse() throws Exception {
        loop.post(() -> participant.failing = true);
        assertServes();
        assertAnswersTheLastOf(6);
    }

    private void assertAnswersTheLastOf(long... nonces) throws IOException {
        byte[] expected = {};
        try (DatagramSocket peer = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            peer.setSoTimeout(PATIENCE_MILLIS);
            for (long nonce : nonces) {
                byte[] probe = new Datagram.Bare(MessageCodec.encode(new Message.Probe(nonce))).encode();
                expected = new Datagram.Bare(MessageCodec.encode(new Message.ProbeAnswer(nonce))).encode();
                peer.send(new DatagramPacket(probe, probe.length, InetAddress.getLoopbackAddress(), loop.port()));
            }
            DatagramPacket answer = new DatagramPacket(new byte[expected.length], expected.length);
            peer.receive(answer);

            assertArrayEquals(expected, answer.getData());
        }
    }

    /// It may have been named by somebody who means harm.
    @Test
    void whoTakesConnectionsAndSaysNothingIsHungUpOn() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(PATIENCE_MILLIS);
            Endpoint named = Endpoint.of((InetSocketAddress) server.getLocalSocketAddress());
            loop.post(() -> loop.send(named, new Message.Attached(named)));
            try (Socket called = server.accept()) {
                called.setSoTimeout(PATIENCE_MILLIS);
                byte[] all = called.getInputStream().readAllBytes();

                assertEquals((byte) TcpPipes.FIRST_BYTE, all[0]);
            }
        }
    }
}
