package org.fastsend.server.auth;

import java.util.function.Supplier;
import org.fastsend.core.error.FspException;
import org.fastsend.server.net.ServerKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The server's certificate, read again when its files change, so that a renewed one serves without a restart. While
/// the new files are not fit for use the old pair goes on. Thread-safe.
public final class ReloadingCertificate implements Supplier<ServerKey> {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadingCertificate.class);

    private final CertificateFiles files;
    private FileVersion.Pair version;
    private ServerKey pair;

    /// Throws FspException when the files cannot be used.
    public ReloadingCertificate(CertificateFiles files) {
        this.files = files;
        this.version = files.version();
        this.pair = files.load();
    }

    @Override
    public synchronized ServerKey get() {
        FileVersion.Pair now = files.version();
        if (!now.equals(version)) {
            version = now;
            try {
                pair = files.load();
                LOG.info("certificate read again from={}", files.certificate());
            } catch (FspException e) {
                LOG.warn("the certificate stays as it was: {}", e.getMessage());
            }
        }
        return pair;
    }
}
