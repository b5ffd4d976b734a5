package org.fastsend.server.auth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.net.ServerKey;

/// A certificate with its chain and its private key, in PEM, as certbot and openssl write them.
///
/// @param certificate the server's own first
/// @param key not encrypted; PKCS #8 or openssl's older forms
public record CertificateFiles(Path certificate, Path key) {
    private static final byte[] PROBE = {'f', 's', 'p'};

    /// Reads both. Fails with [FspException] when they are missing, unreadable or do not fit together.
    public ServerKey load() {
        try {
            List<X509Certificate> chain = chain();
            PrivateKey secret = secret();
            if (!fits(secret, chain.getFirst().getPublicKey())) {
                throw new GeneralSecurityException("the key belongs to another certificate");
            }
            return new ServerKey(secret, chain);
        } catch (NoSuchFileException e) {
            throw new FspException(ErrorCode.MISSING_PATH, "no file " + e.getFile() + " for the server's TLS", e);
        } catch (IOException | GeneralSecurityException e) {
            throw new FspException(
                    ErrorCode.UNTRUSTED, "cannot use " + certificate + " with " + key + ": " + e.getMessage(), e);
        }
    }

    /// Changes when either file does.
    FileVersion.Pair version() {
        return new FileVersion.Pair(FileVersion.of(certificate), FileVersion.of(key));
    }

    private List<X509Certificate> chain() throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(certificate)) {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (chain.isEmpty()) {
                throw new GeneralSecurityException("no certificate in it");
            }
            return chain;
        }
    }

    private PrivateKey secret() throws IOException, GeneralSecurityException {
        JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
        try (PEMParser parser = new PEMParser(Files.newBufferedReader(key))) {
            for (Optional<Object> part = next(parser); part.isPresent(); part = next(parser)) {
                switch (part.get()) {
                    case PrivateKeyInfo info -> {
                        return converter.getPrivateKey(info);
                    }
                    case PEMKeyPair pair -> {
                        return converter.getPrivateKey(pair.getPrivateKeyInfo());
                    }
                    default -> {} // the parameters that openssl writes in front of some keys
                }
            }
        }
        throw new GeneralSecurityException("no unencrypted private key in it");
    }

    private static Optional<Object> next(PEMParser parser) throws IOException {
        return Optional.ofNullable(parser.readObject());
    }

    private static boolean fits(PrivateKey secret, PublicKey open) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(
                switch (secret.getAlgorithm()) {
                    case "EC" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    case "EdDSA", "Ed25519", "Ed448" -> "EdDSA";
                    default ->
                        throw new GeneralSecurityException(
                                "keys of kind " + secret.getAlgorithm() + " are not for TLS");
                });
        if (!open.getAlgorithm().equals(secret.getAlgorithm())) {
            return false;
        }
        signature.initSign(secret);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(open);
        signature.update(PROBE);
        return signature.verify(signed);
    }
}
