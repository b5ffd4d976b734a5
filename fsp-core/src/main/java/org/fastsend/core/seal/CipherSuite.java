package org.fastsend.core.seal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The ciphers a transfer may be sealed with (docs/wire.md, "Seal"). The ticket or the manifest names it, never a
/// block: whoever alters blocks must not choose.
public enum CipherSuite {
    AES_256_GCM(1, "aes-256-gcm", 32),
    AES_128_GCM(2, "aes-128-gcm", 16),
    CHACHA20_POLY1305(3, "chacha20-poly1305", 32),
    /// Legacy: 64-bit blocks, so at most 4 GiB a key; only when asked for.
    BLOWFISH_CBC_HMAC(4, "blowfish", 64),
    /// No secrecy, but still no unnoticed change.
    HMAC_ONLY(5, "none", 32);

    private final int code;
    private final String label;
    private final int keyBytes;

    CipherSuite(int code, String label, int keyBytes) {
        this.code = code;
        this.label = label;
        this.keyBytes = keyBytes;
    }

    public static Optional<CipherSuite> of(int code) {
        return Arrays.stream(values()).filter(suite -> suite.code == code).findFirst();
    }

    /// The cipher of that name, as people write it; throws IllegalArgumentException with the names there
    /// are.
    public static CipherSuite parse(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(suite -> suite.label.equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no cipher is called " + name + "; there are "
                        + Arrays.stream(values()).map(CipherSuite::label).collect(Collectors.joining(", "))));
    }

    public int code() {
        return code;
    }

    /// The name that people write and keys are derived under.
    public String label() {
        return label;
    }

    /// Bytes of key that it takes, a MAC's key included.
    int keyBytes() {
        return keyBytes;
    }
}
