package org.fastsend.core.trust;

/// A certificate, capability, receipt or signature that proves nothing. The message says what is wrong with it, and
/// never holds anything secret.
public final class TrustException extends Exception {
    private static final long serialVersionUID = 1L;

    public TrustException(String message) {
        super(message);
    }

    public TrustException(String message, Throwable cause) {
        super(message, cause);
    }
}
