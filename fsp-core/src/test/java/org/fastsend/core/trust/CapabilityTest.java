package org.fastsend.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.sim.Mutations;
import org.junit.jupiter.api.Test;

class CapabilityTest {
    private static final long NOW = TestFederation.START_SECONDS;
    private static final long EXPIRES = NOW + 60;
    private static final TransferId TRANSFER = new TransferId(1, 2);
    private static final Set<Verb> VERBS = EnumSet.of(Verb.PUT, Verb.APPEND_FEED, Verb.RELEASE);

    private final TestFederation world = new TestFederation();
    private final Identity server = world.member(Role.SERVER, "s1");
    private final Identity relay = world.member(Role.RELAY, "r1");
    private final Identity holder = Identity.ephemeral();

    CapabilityTest() throws TrustException {}

    private Capability signedBy(Identity issuer) {
        return Capability.sign(issuer, TRANSFER, relay.keyHash(), holder.keyHash(), VERBS, 1 << 30, EXPIRES);
    }

    private Grant verify(Capability capability) throws TrustException {
        return capability.verify(world.federation, relay.keyHash(), holder.keyHash(), NOW);
    }

    private static String message(org.junit.jupiter.api.function.Executable action) {
        return assertThrows(TrustException.class, action).getMessage();
    }

    @Test
    void grantsOnTheRelayWhatTheIssuerSigned() throws TrustException {
        Capability travelled = Capability.decode(signedBy(server).encode());
        Grant grant = verify(travelled);
        assertEquals(new Grant(TRANSFER, holder.keyHash(), server.keyHash(), VERBS, 1 << 30, EXPIRES), grant);
        assertTrue(grant.allows(Verb.PUT));
        assertFalse(grant.allows(Verb.DROP));
        assertFalse(grant.allows(Verb.GET));
    }

    @Test
    void aClientOfTheFederationMayIssueToo() throws TrustException {
        Identity client = world.member(Role.CLIENT, "c1");
        assertEquals(client.keyHash(), verify(signedBy(client)).issuer());
    }

    @Test
    void relaysAndStrangersIssueNothing() throws TrustException {
        assertTrue(message(() -> verify(signedBy(relay))).contains("a relay gives no capabilities"));
        assertTrue(message(() -> verify(signedBy(holder))).contains("another federation"));
        Identity foreign = new TestFederation().member(Role.SERVER, "s1");
        assertTrue(message(() -> verify(signedBy(foreign))).contains("not signed by this federation's authority"));
    }

    @Test
    void isForOneRelayAndOneHolder() {
        Capability capability = signedBy(server);
        assertTrue(message(() -> capability.verify(
                        world.federation, world.member(Role.RELAY, "r2").keyHash(), holder.keyHash(), NOW))
                .contains("another relay"));
        assertTrue(message(() -> capability.verify(
                        world.federation, relay.keyHash(), Identity.ephemeral().keyHash(), NOW))
                .contains("another holder's"));
    }

    @Test
    void endsWithItsLastSecondAndWithItsIssuersCertificate() throws TrustException {
        Capability capability = signedBy(server);
        capability.verify(world.federation, relay.keyHash(), holder.keyHash(), EXPIRES - 1);
        assertTrue(message(() -> capability.verify(world.federation, relay.keyHash(), holder.keyHash(), EXPIRES))
                .contains("expired at 2027-"));
        long later = NOW + 400L * 24 * 3600;
        Capability tooLong = Capability.sign(server, TRANSFER, relay.keyHash(), holder.keyHash(), VERBS, 1, later + 1);
        assertTrue(message(() -> tooLong.verify(world.federation, relay.keyHash(), holder.keyHash(), later))
                .contains("is valid from"));
    }

    @Test
    void nothingInItCanBeChanged() throws TrustException {
        Capability signed = signedBy(server);
        Capability more = new Capability(
                signed.transfer(),
                signed.relay(),
                signed.holder(),
                EnumSet.allOf(Verb.class),
                signed.maxBytes(),
                signed.expiresEpochSeconds(),
                signed.issuer(),
                signed.signature());
        assertTrue(message(() -> verify(more)).contains("is not signed by server s1"));
    }

    @Test
    void everyFlippedBitIsRefused() {
        byte[] good = signedBy(server).encode();
        for (int bit = 0; bit < good.length * 8; bit += 7) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(TrustException.class, () -> verify(Capability.decode(bad)), "bit " + bit);
        }
    }

    @Test
    void arbitraryBytesAreRefusedByType() {
        byte[] good = signedBy(server).encode();
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            byte[] bad = Mutations.of(good, random);
            assertThrows(TrustException.class, () -> verify(Capability.decode(bad)), "seed " + seed + " round " + i);
        }
    }

    @Test
    void anEncodingStaysUnderItsBound() {
        var hosts = java.util.Collections.nCopies(Certificates.MAX_HOSTS, ("a".repeat(49) + ".").repeat(5) + "abc");
        Identity issuer = world.authority.issue(Role.SERVER, "n".repeat(64), hosts);
        assertTrue(signedBy(issuer).encode().length < Capability.MAX_BYTES);
    }
}
