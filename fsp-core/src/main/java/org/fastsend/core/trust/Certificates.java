package org.fastsend.core.trust;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/// Makes the certificates of a federation. Ordinary TLS programs take them too: a server's certificate lists its host
/// names, so that `curl --cacert ca.crt` is content.
final class Certificates {
    /// Host names and addresses that one certificate may list.
    static final int MAX_HOSTS = 16;

    private static final Duration AUTHORITY_VALIDITY = Duration.ofDays(3653);
    private static final Duration MEMBER_VALIDITY = Duration.ofDays(365);

    /// Clocks of a federation's machines may differ by this much.
    private static final Duration SKEW = Duration.ofHours(1);

    /// RFC 5280, 4.1.2.5: a certificate without an end. A holder's key ends with the capabilities that name it.
    private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

    private static final int SERIAL_BITS = 127;
    private static final String HOST_LABEL = "[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
    private static final String HOST_NAME = HOST_LABEL + "(\\." + HOST_LABEL + ")*";
    private static final int MAX_HOST_LENGTH = 253;

    private Certificates() {}

    static X509Certificate authority(KeyPair pair, String name, Instant now) {
        X500Name subject = subject("authority", name);
        var builder = builder(subject, pair.getPublic(), subject, now.minus(SKEW), now.plus(AUTHORITY_VALIDITY));
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            addKeyIdentifiers(builder, pair.getPublic(), pair.getPublic());
        } catch (CertIOException e) {
            throw new IllegalStateException(e);
        }
        return signed(builder, pair.getPrivate());
    }

    static X509Certificate member(PublicKey key, MemberName name, List<String> hosts, Identity authority, Instant now) {
        X509Certificate issuer = authority.certificate();
        var builder = builder(
                X500Name.getInstance(issuer.getSubjectX500Principal().getEncoded()),
                key,
                subject(name.role().word(), name.name()),
                now.minus(SKEW),
                now.plus(MEMBER_VALIDITY));
        List<GeneralName> names = new ArrayList<>();
        names.add(new GeneralName(GeneralName.uniformResourceIdentifier, name.uri()));
        for (String host : hosts) {
            names.add(new GeneralName(IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName, host));
        }
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
                        KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                    }))
                    .addExtension(
                            Extension.subjectAlternativeName,
                            false,
                            new GeneralNames(names.toArray(GeneralName[]::new)));
            addKeyIdentifiers(builder, key, issuer.getPublicKey());
        } catch (CertIOException e) {
            throw new IllegalStateException(e);
        }
        return signed(builder, authority.privateKey());
    }

    /// Carries a key through a TLS handshake and says nothing about whose it is.
    static X509Certificate selfSigned(KeyPair pair) {
        X500Name subject = subject("holder", "holder");
        return signed(builder(subject, pair.getPublic(), subject, Instant.EPOCH, NEVER), pair.getPrivate());
    }

    static boolean isHost(String host) {
        return IPAddress.isValid(host) || (host.length() <= MAX_HOST_LENGTH && host.matches(HOST_NAME));
    }

    private static X500Name subject(String unit, String name) {
        return new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.O, "FSP")
                .addRDN(BCStyle.OU, unit)
                .addRDN(BCStyle.CN, name)
                .build();
    }

    private static X509v3CertificateBuilder builder(
            X500Name issuer, PublicKey key, X500Name subject, Instant from, Instant to) {
        BigInteger serial = new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE);
        return new JcaX509v3CertificateBuilder(issuer, serial, Date.from(from), Date.from(to), subject, key);
    }

    private static void addKeyIdentifiers(X509v3CertificateBuilder builder, PublicKey subject, PublicKey issuer)
            throws CertIOException {
        try {
            JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(subject));
            builder.addExtension(
                    Extension.authorityKeyIdentifier, false, identifiers.createAuthorityKeyIdentifier(issuer));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key) {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder(VerifyingKey.ALGORITHM).build(key)));
        } catch (OperatorCreationException | CertificateException e) {
            throw new IllegalStateException("a certificate could not be made", e);
        }
    }
}
