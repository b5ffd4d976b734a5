package org.fastsend.server.auth;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.files.PrivateFiles;

/// The key and certificate that the server shows to FTP clients when no federation gave it one: made on the first
/// start and kept, so that clients which remember it see the same one again.
///
/// @param file where the certificate is kept
public record ServerCertificate(PrivateKey key, List<X509Certificate> chain, Path file) {
    private static final String CERTIFICATE_FILE = "fsp-server.crt";
    private static final String KEY_FILE = "fsp-server.key";
    private static final Duration LIFETIME = Duration.ofDays(3650);
    private static final Duration CLOCK_TOLERANCE = Duration.ofDays(1);
    private static final int SERIAL_BITS = 127;

    /// Loads the pair from `directory`, or makes one there for these host names.
    public static ServerCertificate loadOrCreate(Path directory, List<String> hosts, Instant now, SecureRandom random) {
        Path certificate = directory.resolve(CERTIFICATE_FILE);
        Path key = directory.resolve(KEY_FILE);
        try {
            if (!Files.exists(certificate) || !Files.exists(key)) {
                Files.createDirectories(directory);
                create(certificate, key, hosts, now, random);
            }
            return load(certificate, key);
        } catch (IOException e) {
            throw new FspException(
                    ErrorCode.NOT_WRITABLE, "cannot keep the server's certificate in " + directory + ": " + e, e);
        } catch (GeneralSecurityException | OperatorCreationException | IllegalArgumentException e) {
            throw new FspException(
                    ErrorCode.UNTRUSTED,
                    "cannot use " + certificate + " with " + key + ": " + e.getMessage() + "; delete both for new ones",
                    e);
        }
    }

    private static ServerCertificate load(Path certificate, Path key) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(certificate)) {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (chain.isEmpty()) {
                throw new GeneralSecurityException("no certificate in it");
            }
            String body = Files.readString(key).replaceAll("-----[A-Z ]+-----|\\s", "");
            PrivateKey secret = KeyFactory.getInstance("EC")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
            return new ServerCertificate(secret, chain, certificate);
        }
    }

    private static void create(Path certificate, Path key, List<String> hosts, Instant now, SecureRandom random)
            throws IOException, GeneralSecurityException, OperatorCreationException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        KeyPair pair = generator.generateKeyPair();
        X500Principal self = new X500Principal("CN=fsp server");
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                self,
                new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
                Date.from(now.minus(CLOCK_TOLERANCE)),
                Date.from(now.plus(LIFETIME)),
                self,
                pair.getPublic());
        GeneralName[] names = hosts.stream()
                .map(host -> new GeneralName(
                        host.matches("[0-9.]+|.*:.*") ? GeneralName.iPAddress : GeneralName.dNSName, host))
                .toArray(GeneralName[]::new);
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
        X509Certificate made = new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
        PrivateFiles.write(key, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        PrivateFiles.write(certificate, pem("CERTIFICATE", made.getEncoded()));
    }

    private static String pem(String kind, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }
}
