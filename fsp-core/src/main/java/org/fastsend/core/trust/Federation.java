package org.fastsend.core.trust;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.EpochClock;

/// The members that one authority certifies. The authority signs each member itself: nothing between them is believed.
/// Immutable, thread-safe.
public final class Federation {
    private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
    private static final int DIGITAL_SIGNATURE = 0;
    private static final int KEY_CERT_SIGN = 5;
    private static final int URI_NAME = 6;
    private static final List<String> SERVER_AND_CLIENT = List.of("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");

    private final X509Certificate authority;
    private final VerifyingKey authorityKey;
    private final EpochClock clock;

    /// The federation of this authority; a certificate that may not sign others is refused.
    public Federation(X509Certificate authority, EpochClock clock) throws TrustException {
        this.authority = authority;
        this.authorityKey = VerifyingKey.of(authority);
        this.clock = clock;
        if (authority.getBasicConstraints() < 0 || !usage(authority, KEY_CERT_SIGN)) {
            throw new TrustException("the certificate is not one of an authority");
        }
        checkSignature(authority);
    }

    /// The federation of a member's directory: its `ca.crt`. Fails with [FspException].
    public static Federation load(Path directory, EpochClock clock) {
        try {
            return new Federation(new MemberDirectory(directory).authority(), clock);
        } catch (TrustException e) {
            throw new FspException(ErrorCode.UNTRUSTED, directory.resolve("ca.crt") + ": " + e.getMessage(), e);
        }
    }

    public X509Certificate authority() {
        return authority;
    }

    /// Parses the DER of an authority's certificate, as a ticket carries it.
    public static X509Certificate parseAuthority(byte[] der) throws TrustException {
        return CertificateDer.parse(der);
    }

    /// The DER of an authority's certificate.
    public static byte[] encodeAuthority(X509Certificate authority) {
        return CertificateDer.encode(authority);
    }

    /// Hash of the authority's key: the federation's name for whoever must not be fooled about it.
    public KeyHash pin() {
        return authorityKey.hash();
    }

    /// Who the first certificate of a chain belongs to, if the authority itself signed it, it is valid now and it says
    /// role and name. Whether the peer holds its key is for TLS to prove.
    public Member verify(List<X509Certificate> chain) throws TrustException {
        if (chain.isEmpty()) {
            throw new TrustException("no certificate was shown");
        }
        return verify(chain.getFirst(), clock.seconds());
    }

    /// What a process of this role is in the federation, by its own certificate: others will look at that in the same
    /// way, and it had better hear first. Fails with [FspException].
    ///
    /// @param directory where the identity came from, for people
    public Member self(Identity identity, Role role, Path directory) {
        try {
            Member self = verify(List.of(identity.certificate()));
            if (self.role() == role) {
                return self;
            }
            throw new FspException(
                    ErrorCode.UNTRUSTED,
                    directory + " belongs to the " + self + "; make a " + role.word() + "'s with 'fsp ca issue --role "
                            + role.word() + "'");
        } catch (TrustException e) {
            throw new FspException(
                    ErrorCode.UNTRUSTED,
                    directory.resolve("node.crt") + ": " + e.getMessage() + "; issue it anew with 'fsp ca issue'",
                    e);
        }
    }

    /// Like [#verify], for a certificate that came in DER, outside TLS: whoever shows it has yet to prove that it has
    /// the key.
    public Shown verifyShown(byte[] der) throws TrustException {
        X509Certificate certificate = CertificateDer.parse(der);
        return new Shown(verify(certificate, clock.seconds()), VerifyingKey.of(certificate));
    }

    /// A member and the key that its signatures are checked with.
    public record Shown(Member member, VerifyingKey key) {}

    Member verify(X509Certificate certificate, long nowEpochSeconds) throws TrustException {
        checkSignature(certificate);
        checkValidity(authority, "the authority's certificate", nowEpochSeconds);
        checkValidity(certificate, "the certificate", nowEpochSeconds);
        if (certificate.getBasicConstraints() >= 0
                || !usage(certificate, DIGITAL_SIGNATURE)
                || !purposes(certificate).containsAll(SERVER_AND_CLIENT)
                || certificate.hasUnsupportedCriticalExtension()) {
            throw new TrustException("the certificate is not for FSP's sessions");
        }
        MemberName name = MemberName.only(uris(certificate))
                .orElseThrow(() -> new TrustException("the certificate says no role and name"));
        return new Member(name.role(), name.name(), VerifyingKey.of(certificate).hash());
    }

    private void checkSignature(X509Certificate certificate) throws TrustException {
        if (!certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
            throw new TrustException("the certificate is of another federation");
        }
        try {
            if (!certificate.getSigAlgOID().equals(ECDSA_WITH_SHA256)) {
                throw new TrustException("the certificate is not signed with ECDSA and SHA-256");
            }
            certificate.verify(authority.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new TrustException("the certificate is not signed by this federation's authority", e);
        }
    }

    private static void checkValidity(X509Certificate certificate, String what, long nowEpochSeconds)
            throws TrustException {
        Instant from = certificate.getNotBefore().toInstant();
        Instant to = certificate.getNotAfter().toInstant();
        if (nowEpochSeconds < from.getEpochSecond() || nowEpochSeconds > to.getEpochSecond()) {
            throw new TrustException(what + " is valid from " + from + " to " + to + " only");
        }
    }

    private static boolean usage(X509Certificate certificate, int bit) {
        boolean[] usage = certificate.getKeyUsage();
        return usage != null && usage.length > bit && usage[bit];
    }

    private static List<String> purposes(X509Certificate certificate) throws TrustException {
        try {
            return Objects.requireNonNullElse(certificate.getExtendedKeyUsage(), List.of());
        } catch (CertificateParsingException e) {
            throw new TrustException("the certificate's purposes do not parse", e);
        }
    }

    private static List<String> uris(X509Certificate certificate) throws TrustException {
        try {
            Collection<List<?>> names = Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.of());
            return names.stream()
                    .filter(name -> name.get(0) instanceof Integer type && type == URI_NAME)
                    .map(name -> String.valueOf(name.get(1)))
                    .toList();
        } catch (CertificateParsingException e) {
            throw new TrustException("the certificate's names do not parse", e);
        }
    }
}
