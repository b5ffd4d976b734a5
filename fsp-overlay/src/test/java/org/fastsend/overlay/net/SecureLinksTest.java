package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;
import org.fastsend.overlay.node.OverlayNode;
import org.fastsend.overlay.node.OverlaySettings;
import org.fastsend.overlay.node.Sender;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

/// Authenticated datagrams without a network: who hears what, and who does not.
class SecureLinksTest {
    private static final Endpoint A = Endpoint.v4(0x0a000001, 4001);
    private static final Endpoint B = Endpoint.v4(0x0a000002, 4002);
    private static final Endpoint M = Endpoint.v4(0x0a000003, 4003);
    private static final long SECOND = 1_000_000_000;

    private final Authority authority = Authority.create("test", new SystemEpochClock());
    private final Map<Endpoint, Host> hosts = new HashMap<>();
    private final List<byte[]> wire = new ArrayList<>();
    private long now = 1;
    private boolean udpBlocked;

    private final class Host {
        private final Identity identity;
        private final Handshake handshake;
        private final SecureLinks links;
        private final Endpoint at;
        private final String name;
        private final List<SecureLinks.Received> heard = new ArrayList<>();

        Host(Endpoint at, Role role, String name, Authority certifies) {
            this(at, role, name, certifies, new LinkTable.Room(4096, 1024));
        }

        Host(Endpoint at, Role role, String name, Authority certifies, LinkTable.Room room) {
            this.at = at;
            this.name = name;
            this.identity = certifies.issue(role, name, List.of());
            try {
                Federation federation = new Federation(certifies.certificate(), new SystemEpochClock());
                this.handshake = new Handshake(identity, federation, new SecureRandom());
                this.links = new SecureLinks(handshake, new Random(at.port()), room);
            } catch (TrustException e) {
                throw new AssertionError(e);
            }
            hosts.put(at, this);
        }

        long id() {
            return Contact.idOf(identity.keyHash().bytes());
        }

        Contact contact() {
            return Contact.of(id(), at, Operator.of(name));
        }

        void receive(Path from, byte[] datagram) {
            links.handle(from, datagram, now).ifPresent(heard::add);
        }

        /// As whoever takes part does.
        void answerKnocks() {
            heard.removeIf(received -> {
                boolean isKnock = received.from().id() == 0 && received.message() instanceof Message.Probe;
                if (isKnock && received.message() instanceof Message.Probe(long nonce)) {
                    links.send(received.from().endpoint(), 0, new Message.ProbeAnswer(nonce), now);
                }
                return isKnock;
            });
        }

        /// What it says first to whoever answers its knock.
        byte[] greeting(Endpoint to) {
            links.send(to, 0, new Message.Join(contact()), now);
            byte[] first = links.poll().orElseThrow().datagram();
            if (first.length >= Datagram.HELLO_BYTES) {
                return first;
            }
            receive(Path.udp(to), answerTo(first));
            return links.poll().orElseThrow().datagram();
        }
    }

    private static byte[] answerTo(byte[] knock) {
        try {
            if (Datagram.decode(knock) instanceof Datagram.Bare(byte[] message)
                    && MessageCodec.decode(message) instanceof Message.Probe(long nonce)) {
                return new Datagram.Bare(MessageCodec.encode(new Message.ProbeAnswer(nonce))).encode();
            }
        } catch (MalformedBytesException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("no knock");
    }

    private void flow() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Host host : List.copyOf(hosts.values())) {
                for (Optional<SecureLinks.Transmit> next = host.links.poll();
                        next.isPresent();
                        next = host.links.poll()) {
                    moved = true;
                    wire.add(next.get().datagram());
                    Path path = next.get().path();
                    if ((path.tcp() || !udpBlocked) && hosts.containsKey(path.endpoint())) {
                        hosts.get(path.endpoint())
                                .receive(
                                        new Path(host.at, path.tcp()),
                                        next.get().datagram());
                        hosts.get(path.endpoint()).answerKnocks();
                    }
                }
            }
        }
    }

    /// Says to B that it joins, for which it opens a session if there is none.
    private void join(Host host) {
        host.links.send(B, 0, new Message.Join(host.contact()), now);
        flow();
    }

    private void pass(long nanos) {
        for (long end = now + nanos; now < end; now += SECOND / 10) {
            hosts.values().forEach(host -> host.links.handleTimeout(now));
            flow();
        }
    }

    @Test
    void aMessageArrivesWithTheIdOfWhoSentIt() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);

        a.links.send(B, b.id(), new Message.Join(a.contact()), now);
        flow();
        b.links.send(A, a.id(), new Message.Attached(A), now);
        flow();

        assertEquals(List.of(new Message.Join(a.contact())), messages(b));
        assertEquals(a.id(), b.heard.getFirst().from().id());
        assertEquals(List.of(new Message.Attached(A)), messages(a));
        assertEquals(6, wire.size(), "a knock, hello, their answers, and a datagram each way: the session serves both");
    }

    @Test
    void bothMayBeginAtTheSameTime() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);

        a.links.send(B, 0, new Message.Join(a.contact()), now);
        b.links.send(A, 0, new Message.Join(b.contact()), now);
        flow();
        for (int i = 0; i < 3; i++) {
            a.links.send(B, 0, new Message.Attach(a.contact()), now);
            b.links.send(A, 0, new Message.Attach(b.contact()), now);
            flow();
        }

        assertEquals(4, messages(a).size());
        assertEquals(4, messages(b).size());
    }

    @Test
    void aMessageForSomebodyElseIsNotSent() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);

        a.links.send(B, b.id() + 1, new Message.Join(a.contact()), now);
        flow();

        assertEquals(List.of(), messages(b));
    }

    @Test
    void strangersAreNotHeard() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", Authority.create("other", new SystemEpochClock()));

        a.links.send(B, 0, new Message.Join(a.contact()), now);
        b.links.send(A, 0, new Message.Join(b.contact()), now);
        pass(20 * SECOND);

        assertEquals(List.of(), messages(a));
        assertEquals(List.of(), messages(b));
        assertEquals(0, a.links.links() + b.links.links(), "nothing is left of it");
    }

    @Test
    void aMemberCannotSpeakForAnotherOrForAnotherOperator() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);

        a.links.send(B, 0, new Message.Join(b.contact()), now);
        a.links.send(B, 0, new Message.Join(Contact.of(a.id(), A, Operator.of("b"))), now);
        flow();

        assertEquals(List.of(), messages(b));
    }

    @Test
    void clientsMayAskAndNothingElse() {
        Host client = new Host(A, Role.CLIENT, "c", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        Message ask = new Message.Measure(7, List.of(Endpoint.SELF), List.of(), List.of(), List.of(), 3);
        Message through = new Message.Relay(9, ask);

        client.links.send(B, 0, new Message.Join(client.contact()), now);
        client.links.send(B, 0, new Message.Relay(9, new Message.Join(client.contact())), now);
        client.links.send(B, 0, ask, now);
        client.links.send(B, 0, through, now);
        flow();

        assertEquals(List.of(ask, through), messages(b));
    }

    @Test
    void aDatagramThatComesTwiceCountsOnce() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        join(a);

        byte[] recorded = wire.getLast();
        b.receive(Path.udp(A), recorded);
        b.receive(Path.udp(M), recorded);

        assertEquals(1, messages(b).size());
    }

    @Test
    void datagramsMayOvertakeEachOther() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        join(a);
        List<byte[]> datagrams = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            a.links.send(B, 0, new Message.Join(a.contact()), now);
            datagrams.add(a.links.poll().orElseThrow().datagram());
        }

        datagrams.reversed().forEach(datagram -> b.receive(Path.udp(A), datagram));

        assertEquals(21, messages(b).size());
    }

    @Test
    void mutatedDatagramsAreDroppedAndNothingBreaks() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        join(a);
        int heard = messages(b).size();
        wire.removeIf(datagram -> datagram[0] == (byte) Datagram.BARE); // a probe with another number is one, too
        Random random = new Random(11);

        for (byte[] datagram : List.copyOf(wire)) {
            for (int i = 0; i < 200; i++) {
                byte[] mutated = Mutations.of(datagram, random);
                now += SECOND / 50;
                b.receive(Path.udp(A), mutated);
                a.receive(Path.udp(B), mutated);
            }
        }
        while (a.links.poll().isPresent() || b.links.poll().isPresent()) {
            // answers to hellos whose padding was changed
        }
        b.links.send(A, 0, new Message.Attached(A), now);
        flow();

        assertEquals(heard, messages(b).size());
        assertTrue(messages(a).contains(new Message.Attached(A)), "the session lives on");
    }

    @Test
    void nobodyIsSentMoreThanItSent() {
        Host b = new Host(B, Role.RELAY, "b", authority);
        Host a = new Host(A, Role.RELAY, "a".repeat(64), authority);
        byte[] hello = a.greeting(B);

        b.receive(Path.udp(M), hello);
        byte[] welcome = b.links.poll().orElseThrow().datagram();
        byte[] probe = new Datagram.Bare(MessageCodec.encode(new Message.Probe(5))).encode();
        byte[] answer = new Datagram.Bare(MessageCodec.encode(new Message.ProbeAnswer(5))).encode();

        assertTrue(welcome.length <= hello.length, welcome.length + " for " + hello.length);
        assertTrue(answer.length <= probe.length);
        b.receive(Path.udp(M), java.util.Arrays.copyOf(hello, hello.length - 1));
        assertFalse(b.links.poll().isPresent(), "a short hello gets no answer");
    }

    @Test
    void hellosAndProbesOfOneSubnetAreLimited() {
        Host b = new Host(B, Role.RELAY, "b", authority);
        Host a = new Host(A, Role.RELAY, "a", authority);
        byte[] hello = a.greeting(B);
        byte[] probe = new Datagram.Bare(MessageCodec.encode(new Message.Probe(5))).encode();
        int answers = 0;
        for (int i = 0; i < 1000; i++) {
            b.receive(Path.udp(Endpoint.v4(0x0b000000 + i % 256, 9)), hello);
            b.receive(Path.udp(Endpoint.v4(0x0b000000 + i % 256, 9)), probe);
            answers += b.links.poll().isPresent() ? 1 : 0;
        }

        assertTrue(answers <= 50, "welcomes: " + answers);
        assertTrue(b.heard.size() <= 200, "probes: " + b.heard.size());
    }

    @Test
    void aFloodOfProbesKeepsNoAnswerToOnesOwnAway() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        byte[] probe = new Datagram.Bare(MessageCodec.encode(new Message.Probe(5))).encode();
        byte[] answer = new Datagram.Bare(MessageCodec.encode(new Message.ProbeAnswer(5))).encode();
        for (int i = 0; i < 4000; i++) {
            a.receive(Path.udp(Endpoint.v4(0x0b000000 + (i << 8), 9)), probe);
            a.receive(Path.udp(Endpoint.v4(0x0b000000 + (i << 8), 9)), answer);
        }

        join(a);

        assertEquals(List.of(new Message.Join(a.contact())), messages(b));
    }

    @Test
    void whereUdpIsBlockedTheSameGoesOverTcp() {
        udpBlocked = true;
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);

        a.links.send(B, b.id(), new Message.Join(a.contact()), now);
        pass(10 * SECOND);
        b.links.send(A, a.id(), new Message.Attached(A), now);
        flow();

        assertEquals(List.of(new Message.Join(a.contact())), messages(b));
        assertEquals(List.of(new Message.Attached(A)), messages(a));
    }

    @Test
    void aConnectionWithNobodyIsNotNeededOnceItsLinkIsForgotten() {
        Host a = new Host(A, Role.RELAY, "a", authority);

        a.links.send(M, 0, new Message.Join(a.contact()), now);
        pass(20 * SECOND);

        assertEquals(List.of(new PipeNews.Unused(M)), pipeNews(a));
    }

    @Test
    void aConnectionIsUsedOnceSomethingThatCannotBeRepeatedCameThroughIt() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        Path pipe = new Path(A, true);
        byte[] hello = a.greeting(B);

        b.receive(pipe, hello);
        assertEquals(List.of(), pipeNews(b));
        a.receive(new Path(B, true), b.links.poll().orElseThrow().datagram());
        byte[] sealed = a.links.poll().orElseThrow().datagram();
        b.receive(pipe, sealed);
        b.receive(pipe, sealed);

        assertEquals(List.of(new PipeNews.Authentic(B)), pipeNews(a));
        assertEquals(List.of(new PipeNews.Authentic(A)), pipeNews(b));
    }

    @Test
    void aConnectionIsNeededWhileALaterSessionTakesIt() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority, new LinkTable.Room(8, 1));
        byte[] hello = a.greeting(B);

        b.receive(new Path(A, true), hello);
        b.receive(new Path(A, true), hello);
        assertEquals(List.of(), pipeNews(b));
        b.receive(Path.udp(M), hello);

        assertEquals(List.of(new PipeNews.Unused(A)), pipeNews(b));
    }

    private static List<PipeNews> pipeNews(Host host) {
        return Stream.generate(host.links::pollPipeNews)
                .takeWhile(Optional::isPresent)
                .map(Optional::get)
                .toList();
    }

    @Test
    void whereUdpIsBlockedProbesTakeTheSession() {
        udpBlocked = true;
        Host a = new Host(A, Role.CLIENT, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        a.links.send(B, 0, new Message.Probe(1), now);
        flow();
        assertTrue(messages(b).isEmpty(), "there is no session yet");

        a.links.send(B, 0, new Message.Measure(7, List.of(A), List.of(), List.of(), List.of(), 0), now);
        pass(10 * SECOND);
        a.links.send(B, 0, new Message.Probe(2), now);
        flow();
        b.links.send(A, 0, new Message.ProbeAnswer(2), now);
        flow();

        assertEquals(new Message.Probe(2), messages(b).getLast());
        assertEquals(List.of(new Message.ProbeAnswer(2)), messages(a));
    }

    @Test
    void whoNeverHeardAnythingOverUdpTriesTcpAtOnce() {
        udpBlocked = true;
        Host a = new Host(A, Role.CLIENT, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        Host m = new Host(M, Role.RELAY, "m", authority);
        var question = new Message.Measure(7, List.of(A), List.of(), List.of(), List.of(), 0);
        a.links.send(B, 0, question, now);
        pass(10 * SECOND);
        a.links.send(M, 0, question, now);
        flow();

        assertEquals(List.of(question), messages(b));
        assertEquals(List.of(question), messages(m));
    }

    @Test
    void aLostHelloIsRepeated() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        join(a);
        Host b = new Host(B, Role.RELAY, "b", authority);

        pass(SECOND);

        assertEquals(1, messages(b).size());
    }

    @Test
    void aHostThatMovesIsHeardAndAnsweredWhereItIsOnceItHasShownThatItIsThere() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        join(a);
        a.links.send(B, 0, new Message.Attach(a.contact()), now);
        byte[] fromElsewhere = a.links.poll().orElseThrow().datagram();

        b.receive(Path.udp(M), fromElsewhere);
        assertEquals(new Message.Attach(a.contact()), b.heard.getLast().message());
        assertEquals(A, b.heard.getLast().from().endpoint(), "for now");

        SecureLinks.Transmit knock = b.links.poll().orElseThrow();
        b.receive(Path.udp(M), answerTo(knock.datagram()));
        b.links.send(M, 0, new Message.Attached(M), now);
        assertEquals(M, knock.path().endpoint());
        SecureLinks.Transmit answer = b.links.poll().orElseThrow();
        assertEquals(M, answer.path().endpoint());
        a.receive(Path.udp(B), answer.datagram());
        assertEquals(List.of(new Message.Attached(M)), messages(a));
    }

    /// A member with a certificate could otherwise have long answers sent to whom it likes.
    @Test
    void whoOnlySaysToBeElsewhereGetsNothingSentThereButAProbe() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        join(a);
        wire.clear();
        long sent = 0;
        for (int i = 0; i < 100; i++) {
            a.links.send(B, 0, new Message.Attach(a.contact()), now);
            byte[] pretended = a.links.poll().orElseThrow().datagram();
            b.receive(Path.udp(M), pretended);
            b.links.send(b.heard.getLast().from().endpoint(), a.id(), new Message.Attached(M), now);
            sent += pretended.length;
        }

        long got = 0;
        for (var next = b.links.poll(); next.isPresent(); next = b.links.poll()) {
            got += next.get().path().endpoint().equals(M) ? next.get().datagram().length : 0;
        }
        assertTrue(got > 0 && got <= sent / 4, got + " bytes for " + sent);
    }

    @Test
    void aWelcomeFromElsewhereDoesNotSendAnybodyElsewhere() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        b.receive(Path.udp(A), a.greeting(B));

        a.receive(Path.udp(M), b.links.poll().orElseThrow().datagram());

        for (var next = a.links.poll(); next.isPresent(); next = a.links.poll()) {
            assertEquals(B, next.get().path().endpoint());
        }
    }

    /// On a member's word others come to know contacts; whom it makes up is no target for their greetings.
    @Test
    void nobodyIsGreetedWhoDoesNotAnswerAProbe() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Contact named = Contact.of(9, M, 1);
        Message.Gossip told = new Message.Gossip(a.contact(), List.of(named), false, false);
        int tellingBytes = MessageCodec.encode(told).length
                - MessageCodec.encode(new Message.Gossip(a.contact(), List.of(), false, false)).length;
        long bytes = 0;
        for (int i = 0; i < 5; i++) {
            a.links.send(M, 9, new Message.Ping(i, a.contact(), List.of()), now);
            for (int tick = 0; tick < 100; tick++) {
                now += SECOND / 10;
                a.links.handleTimeout(now);
                for (var next = a.links.poll(); next.isPresent(); next = a.links.poll()) {
                    bytes += next.get().path().tcp() ? 0 : next.get().datagram().length;
                }
            }
        }

        assertTrue(bytes > 0 && bytes <= 5 * tellingBytes, bytes + " bytes over UDP, told by " + tellingBytes);
    }

    /// Payloads, as RFC 9000 counts them in section 8.
    @Test
    void aQuestionAboutManyHostsMakesNoMoreThanItIsLongItself() {
        List<Endpoint> silent = new ArrayList<>();
        for (int i = 0; i < MessageCodec.MAX_TARGETS; i++) {
            silent.add(Endpoint.v4(0x0c000001, 1000 + i));
        }
        var question = new Message.Measure(7, silent, List.of(), List.of(), List.of(), 0);
        long asked = MessageCodec.encode(question).length;
        Contact self = Contact.of(1, A, 1);
        var node = new OverlayNode(OverlaySettings.defaults(), self, new Random(1));

        node.handleMessage(new Sender(2, B), question, now);
        long probes = 0;
        for (int step = 0; step < 100; step++) {
            for (var next = node.pollOutput(); next.isPresent(); next = node.pollOutput()) {
                byte[] message = MessageCodec.encode(next.get().message());
                probes += silent.contains(next.get().to()) ? new Datagram.Bare(message).encode().length : 0;
            }
            now += SECOND / 10;
            node.handleTimeout(now);
        }

        assertTrue(probes > 0 && probes <= asked, probes + " bytes for " + asked);
    }

    @Test
    void whenThereAreTooManySessionsTheOneSilentLongestGivesWay() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        var few = new SecureLinks(a.handshake, new Random(1), new LinkTable.Room(4, 8));
        for (int i = 0; i < 20; i++) {
            now++;
            few.send(Endpoint.v4(0x0b000000 + i, 9), 0, new Message.Join(a.contact()), now);
        }

        assertEquals(8, few.links());
    }

    /// Whoever overheard a hello can send it again, with any address for its own.
    @Test
    void hellosThatNobodyGoesOnFromCostNoSession() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority, new LinkTable.Room(8, 4));
        join(a);
        byte[] hello = new Host(M, Role.RELAY, "m", authority).greeting(B);

        hellos(b, hello, 40);
        flow();
        assertEquals(5, b.links.links());
        wire.clear();
        a.links.send(B, 0, new Message.Attach(a.contact()), now);
        flow();
        b.links.send(A, a.id(), new Message.Attached(A), now);
        flow();

        assertEquals(new Message.Attach(a.contact()), messages(b).getLast());
        assertEquals(List.of(new Message.Attached(A)), messages(a));
        assertEquals(2, wire.size(), "nobody was greeted anew");
    }

    @Test
    void hellosThatNobodyGoesOnFromCostNoneOfOnesOwn() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority, new LinkTable.Room(8, 4));
        byte[] hello = new Host(M, Role.RELAY, "m", authority).greeting(B);
        b.links.send(A, a.id(), new Message.Attached(A), now);

        hellos(b, hello, 40);
        pass(SECOND);

        assertEquals(List.of(new Message.Attached(A)), messages(a));
    }

    /// From addresses that nobody answers at.
    private void hellos(Host to, byte[] hello, int count) {
        for (int i = 0; i < count; i++) {
            now += SECOND / 10;
            to.receive(Path.udp(Endpoint.v4(0x0b000000 + (i << 8), 9)), hello);
        }
    }

    @Test
    void aHostThatAnswersFromAnotherAddressIsGreetedAnewOnceItsSessionIsForgotten() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        hosts.put(M, b);
        a.links.send(M, 0, new Message.Join(a.contact()), now);
        flow();
        pass(SecureLinks.IDLE_NANOS + SECOND);

        a.links.send(M, 0, new Message.Attach(a.contact()), now);
        flow();

        assertEquals(List.of(new Message.Join(a.contact()), new Message.Attach(a.contact())), messages(b));
    }

    /// A hello and its answer are two kilobytes, all that members say to each other in a minute.
    @Test
    void whoPingsEachOtherAQuarterOfAnHourLaterAgreesOnNothingAnew() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        for (int round = 0; round < 4; round++) {
            Host pings = round % 2 == 0 ? a : b;
            Host answers = round % 2 == 0 ? b : a;
            pings.links.send(answers.at, answers.id(), new Message.Ping(round, pings.contact(), List.of()), now);
            flow();
            answers.links.send(pings.at, pings.id(), new Message.Pong(round, answers.contact(), List.of()), now);
            flow();
            pass(900 * SECOND);
        }

        assertEquals(4, messages(a).size());
        assertEquals(4, messages(b).size());
        assertEquals(4 + 8, wire.size(), "one knock, one hello, their answers, and what was said");
    }

    @Test
    void aHostThatWasStartedAnewIsGreetedAnew() {
        Host a = new Host(A, Role.SERVER, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        var question = new Message.Measure(7, List.of(A), List.of(), List.of(), List.of(), 0);
        a.links.send(B, 0, question, now);
        flow();
        b.links.send(A, 0, new Message.Measured(7, A, Coordinate.UNKNOWN, List.of(1f), List.of()), now);
        flow();
        pass(20 * SECOND);

        Host restarted = new Host(B, Role.RELAY, "b", authority);
        for (int i = 0; i < 3; i++) {
            a.links.send(B, 0, question, now);
            flow();
            pass(SECOND);
        }

        assertTrue(messages(restarted).contains(question));
    }

    @Test
    void whatASlowPeerHasSaidBeforeItIsGreetedAnewIsHeard() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        join(a);
        b.links.send(A, 0, new Message.Attached(A), now);
        byte[] late = b.links.poll().orElseThrow().datagram();
        a.links.send(B, 0, new Message.Attach(a.contact()), now);
        now += SECOND;
        a.links.send(B, 0, new Message.Attach(a.contact()), now);
        flow();

        a.receive(Path.udp(B), late);

        assertEquals(List.of(new Message.Attached(A)), messages(a));
    }

    @Test
    void nobodyTakesTheAddressOfAnotherWhoIsThere() {
        Host a = new Host(A, Role.RELAY, "a", authority);
        Host b = new Host(B, Role.RELAY, "b", authority);
        Host mallory = new Host(M, Role.CLIENT, "m", authority);
        b.links.send(A, 0, new Message.Join(b.contact()), now);
        mallory.links.send(A, 0, new Message.Measure(7, List.of(M), List.of(), List.of(), List.of(), 0), now);
        flow();
        mallory.links.send(A, 0, new Message.Measure(8, List.of(M), List.of(), List.of(), List.of(), 0), now);

        a.receive(Path.udp(B), mallory.links.poll().orElseThrow().datagram());
        a.links.send(B, b.id(), new Message.Attached(B), now);
        flow();

        assertEquals(List.of(new Message.Attached(B)), messages(b));
    }

    private static List<Message> messages(Host host) {
        return host.heard.stream().map(SecureLinks.Received::message).toList();
    }
}
