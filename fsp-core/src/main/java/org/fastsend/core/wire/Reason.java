package org.fastsend.core.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The text of a refusal or a goodbye, as bytes. It is only for people, so one that is too long is cut.
final class Reason {
    static final int MAX_BYTES = 1024;

    private Reason() {}

    /// UTF-8, cut at a character's edge if there are more than {@link #MAX_BYTES}.
    static byte[] bytes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_BYTES) {
            return bytes;
        }
        int end = MAX_BYTES;
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }
}
