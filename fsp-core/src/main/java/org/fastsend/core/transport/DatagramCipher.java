package org.fastsend.core.transport;

/// Placeholder for the seal's key length until the cipher is written.
final class DatagramCipher {
    static final int KEY_BYTES = 32;

    private DatagramCipher() {}
}
