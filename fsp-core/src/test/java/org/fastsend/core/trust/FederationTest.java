package org.fastsend.core.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FederationTest {
    private static final long HOUR = 3600;
    private static final long YEAR = 365 * 24 * HOUR;

    private final TestFederation world = new TestFederation();
    private final Instant now = Instant.ofEpochSecond(TestFederation.START_SECONDS);

    FederationTest() throws TrustException {}

    private String refusal(X509Certificate... chain) {
        return assertThrows(TrustException.class, () -> world.federation.verify(List.of(chain)))
                .getMessage();
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void knowsItsMembersByRoleAndName(Role role) throws TrustException {
        Identity member = world.authority.issue(role, "node-1.example", List.of("node-1.example", "10.0.0.1", "::1"));
        Member verified = world.federation.verify(List.of(member.certificate()));
        assertEquals(new Member(role, "node-1.example", member.keyHash()), verified);
    }

    @Test
    void aMemberIsOneForAYearAndAnHourBeforeItsIssueForSlowClocks() throws TrustException {
        X509Certificate certificate = world.member(Role.RELAY, "r1").certificate();
        world.seconds.addAndGet(-HOUR);
        world.federation.verify(List.of(certificate));
        world.seconds.addAndGet(-1);
        assertTrue(refusal(certificate).contains("is valid from"));
        world.seconds.set(TestFederation.START_SECONDS + YEAR);
        world.federation.verify(List.of(certificate));
        world.seconds.addAndGet(1);
        assertTrue(refusal(certificate).contains("is valid from"));
    }

    @Test
    void nobodyIsAMemberOnceTheAuthorityIsPastItsTime() {
        world.seconds.addAndGet(11 * YEAR);
        X509Certificate certificate = world.member(Role.RELAY, "r1").certificate();
        assertTrue(refusal(certificate).startsWith("the authority's certificate"));
    }

    @Test
    void membersOfAnotherFederationAreRefused() throws TrustException {
        TestFederation other = new TestFederation();
        Identity stranger = other.member(Role.RELAY, "r1");
        assertTrue(refusal(stranger.certificate()).contains("not signed by this federation's authority"));
        assertTrue(refusal(stranger.certificate(), other.authority.certificate())
                .contains("not signed by this federation's authority"));
        Authority named = Authority.create("elsewhere", now::toEpochMilli);
        assertTrue(
                refusal(named.issue(Role.RELAY, "r1", List.of()).certificate()).contains("another federation"));
    }

    @Test
    void aMemberCannotMakeMembers() {
        Identity member = world.member(Role.CLIENT, "mallory");
        KeyPair key = P256.generate();
        X509Certificate forged =
                Certificates.member(key.getPublic(), new MemberName(Role.SERVER, "s1"), List.of(), member, now);
        refusal(forged);
        refusal(forged, member.certificate());
        refusal(forged, member.certificate(), world.authority.certificate());
    }

    @Test
    void theAuthoritysNameAloneSignsNothing() throws TrustException {
        KeyPair key = P256.generate();
        Identity thief = new Identity(key.getPrivate(), world.authority.certificate());
        X509Certificate forged =
                Certificates.member(key.getPublic(), new MemberName(Role.SERVER, "s1"), List.of(), thief, now);
        assertTrue(refusal(forged).contains("not signed by"));
    }

    @Test
    void neitherTheAuthorityNorABareKeyIsAMember() {
        refusal(world.authority.certificate());
        refusal(Identity.ephemeral().certificate());
        refusal();
    }

    /// Signed by an authority, but not as [Certificates] makes members.
    private X509Certificate signedBy(KeyPair authority, Consumer<Extensions> change) throws Exception {
        KeyPair key = P256.generate();
        X500Name issuer = X500Name.getInstance(Certificates.authority(authority, "own", now)
                .getSubjectX500Principal()
                .getEncoded());
        Extensions extensions = new Extensions(new JcaX509v3CertificateBuilder(
                issuer,
                BigInteger.TEN,
                Date.from(now.minusSeconds(1)),
                Date.from(now.plusSeconds(HOUR)),
                new X500Name("CN=r1"),
                key.getPublic()));
        change.accept(extensions);
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(authority.getPrivate());
        return CertificateDer.parse(extensions.builder.build(signer).getEncoded());
    }

    private record Extensions(X509v3CertificateBuilder builder) {
        Extensions usage(int bits) {
            return add(Extension.keyUsage, new KeyUsage(bits));
        }

        Extensions purposes(KeyPurposeId... purposes) {
            return add(Extension.extendedKeyUsage, new ExtendedKeyUsage(purposes));
        }

        Extensions uri(String uri) {
            return add(
                    Extension.subjectAlternativeName,
                    new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, uri)));
        }

        Extensions authority(boolean is) {
            return add(Extension.basicConstraints, new BasicConstraints(is));
        }

        private Extensions add(ASN1ObjectIdentifier type, ASN1Encodable value) {
            try {
                builder.addExtension(type, false, value);
                return this;
            } catch (CertIOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void onlyWhatTheAuthorityIssuedForSessionsIsAMember() throws Exception {
        KeyPair authority = P256.generate();
        Federation own = new Federation(Certificates.authority(authority, "own", now), now::toEpochMilli);
        int signing = KeyUsage.digitalSignature;
        KeyPurposeId[] both = {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth};
        var good = signedBy(
                authority,
                x -> x.usage(signing).purposes(both).uri("fsp:relay:r1").authority(false));
        assertEquals("r1", own.verify(List.of(good)).name());

        List<Consumer<Extensions>> bad = List.of(
                _ -> {},
                x -> x.usage(signing).purposes(both),
                x -> x.usage(signing).purposes(both).uri("https://r1/"),
                x -> x.usage(signing).uri("fsp:relay:r1"),
                x -> x.usage(signing).purposes(KeyPurposeId.id_kp_serverAuth).uri("fsp:relay:r1"),
                x -> x.usage(KeyUsage.keyAgreement).purposes(both).uri("fsp:relay:r1"),
                x -> x.usage(signing).purposes(both).uri("fsp:relay:r1").authority(true));
        for (Consumer<Extensions> change : bad) {
            X509Certificate certificate = signedBy(authority, change);
            assertThrows(TrustException.class, () -> own.verify(List.of(certificate)), certificate::toString);
        }
    }

    @Test
    void onlyTheCertificateOfAnAuthorityMakesAFederation() {
        X509Certificate member = world.member(Role.SERVER, "s1").certificate();
        assertThrows(TrustException.class, () -> new Federation(member, now::toEpochMilli));
        X509Certificate selfSigned = Identity.ephemeral().certificate();
        assertThrows(TrustException.class, () -> new Federation(selfSigned, now::toEpochMilli));
    }

    @Test
    void thePinIsTheHashOfTheAuthoritysKey() {
        assertEquals(KeyHash.of(world.authority.certificate().getPublicKey()), world.federation.pin());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-dash", ".dot", "with space", "a/b", "a:b", "ü", "line\nbreak"})
    void namesThatCouldMisleadAreNotIssued(String name) {
        FspException refused =
                assertThrows(FspException.class, () -> world.authority.issue(Role.RELAY, name, List.of()));
        assertEquals(ErrorCode.USAGE, refused.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "*", "http://x", "-x", "x..y", "1.2.3.4:21"})
    void whatIsNoHostIsNotIssued(String host) {
        FspException refused =
                assertThrows(FspException.class, () -> world.authority.issue(Role.SERVER, "s1", List.of(host)));
        assertEquals(ErrorCode.USAGE, refused.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsp:relay:", "fsp:king:r1", "relay:r1", "fsp:relay:a:b", "FSP:relay:r1", "fsp:relay:r1\n"})
    void anUriThatSaysNoRoleAndNameIsNone(String uri) {
        assertTrue(MemberName.parse(uri).isEmpty());
    }

    @Test
    void aCertificateThatSaysTwoNamesSaysNone() {
        assertTrue(MemberName.only(List.of("fsp:relay:r1", "fsp:server:s1")).isEmpty());
        assertEquals(
                new MemberName(Role.RELAY, "r1"),
                MemberName.only(List.of("https://x/", "fsp:relay:r1")).orElseThrow());
    }
}
