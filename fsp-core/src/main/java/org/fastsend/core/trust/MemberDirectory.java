package org.fastsend.core.trust;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// What `--federation DIR` means in every command: `ca.crt`, the federation's authority; `node.crt`, the member's own
/// certificate; `node.key`, its private key (mode 0600). Fails with [FspException].
record MemberDirectory(Path path) {
    X509Certificate authority() {
        return certificate(authorityFile());
    }

    X509Certificate certificate() {
        return certificate(PemFile.certificate(path.resolve("node.crt")));
    }

    byte[] privateKey() {
        return keyFile().read();
    }

    /// Makes the directory if need be and the three files, none of which may exist.
    void create(X509Certificate authority, Identity member) {
        createDirectory(path);
        keyFile().create(member.pkcs8(), true);
        PemFile.certificate(path.resolve("node.crt")).create(CertificateDer.encode(member.certificate()), false);
        authorityFile().create(CertificateDer.encode(authority), false);
    }

    static void createDirectory(Path path) {
        try {
            Files.createDirectories(path);
        } catch (FileAlreadyExistsException e) {
            throw new FspException(ErrorCode.NOT_WRITABLE, path + " is not a directory", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static X509Certificate certificate(PemFile file) {
        try {
            return CertificateDer.parse(file.read());
        } catch (TrustException e) {
            throw new FspException(ErrorCode.UNTRUSTED, file.path() + ": " + e.getMessage(), e);
        }
    }

    private PemFile authorityFile() {
        return PemFile.certificate(path.resolve("ca.crt"));
    }

    private PemFile keyFile() {
        return PemFile.privateKey(path.resolve("node.key"));
    }
}
