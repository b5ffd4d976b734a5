package org.fastsend.server.auth;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
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

/// The key and certificate that the server makes for itself when nobody gave it any: on the first start, and kept, so
/// that clients which remember it see the same one again.
public final class ServerCertificate {
    private static final String CERTIFICATE_FILE = "fsp-server.crt";
    private static final String KEY_FILE = "fsp-server.key";
    private static final Duration LIFETIME = Duration.ofDays(3650);
    private static final Duration CLOCK_TOLERANCE = Duration.ofDays(1);
    private static final int SERIAL_BITS = 127;

    private ServerCertificate() {}

    /// The pair in `directory`, made there for these host names when it is missing.
    public static CertificateFiles findOrCreate(Path directory, List<String> hosts, Instant now, SecureRandom random) {
        CertificateFiles files = new CertificateFiles(directory.resolve(CERTIFICATE_FILE), directory.resolve(KEY_FILE));
        try {
            if (!Files.exists(files.certificate()) || !Files.exists(files.key())) {
                Files.createDirectories(directory);
                create(files.certificate(), files.key(), hosts, now, random);
            }
            return files;
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new FspException(
                    ErrorCode.NOT_WRITABLE, "cannot keep the server's certificate in " + directory + ": " + e, e);
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
