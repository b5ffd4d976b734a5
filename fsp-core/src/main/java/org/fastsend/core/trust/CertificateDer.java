package org.fastsend.core.trust;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;

/// Certificates as bytes. Apart from what makes them, since most processes only read them, and loading what makes them
/// takes longer than all the reading.
final class CertificateDer {
    /// Bytes of the longest certificate that is worth parsing.
    static final int MAX_BYTES = 8 * 1024;

    private CertificateDer() {}

    /// Parses exactly one certificate in DER.
    static X509Certificate parse(byte[] der) throws TrustException {
        try {
            var parsed = CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
            // The factory also takes PEM, and bytes behind the certificate.
            if (parsed instanceof X509Certificate certificate && Arrays.equals(certificate.getEncoded(), der)) {
                return certificate;
            }
            throw new TrustException("not a certificate in DER");
        } catch (CertificateException e) {
            throw new TrustException("not a certificate", e);
        }
    }

    static byte[] encode(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a parsed certificate has its encoding", e);
        }
    }
}
