package org.fastsend.server.reply;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Text as it goes over the wire: UTF-8 (RFC 2640). Old clients send names in other encodings; each byte of theirs that
/// is no UTF-8 stands as a character of its own out of Unicode's private ones, U+F780 to U+F7FF, in memory and on disk,
/// and goes out as that byte again. So such a name is kept, and the client that made it finds it.
public final class WireText {
    private static final char FIRST_STRAY = '\uF780';
    private static final char LAST_STRAY = '\uF7FF';
    private static final int STRAY_BASE = 0xF700;

    private WireText() {}

    /// What bytes say; any bytes say something.
    public static String decode(ByteBuffer bytes) {
        if (isAscii(bytes)) {
            return StandardCharsets.US_ASCII.decode(bytes).toString(); // as nearly all is
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer valid = CharBuffer.allocate(bytes.remaining());
        StringBuilder text = new StringBuilder(bytes.remaining());
        CoderResult result = decoder.decode(bytes, valid, true);
        appendValid(text, valid);
        while (result.isError()) {
            for (int i = 0; i < result.length(); i++) {
                text.append(stray(bytes.get()));
            }
            result = decoder.reset().decode(bytes, valid, true);
            appendValid(text, valid);
        }
        return text.toString();
    }

    /// The private characters themselves, if they come in UTF-8, are taken for the bytes that they are.
    private static void appendValid(StringBuilder text, CharBuffer valid) {
        String part = valid.flip().toString();
        valid.clear();
        for (int at = 0; at < part.length(); at++) {
            char c = part.charAt(at);
            if (isStray(c)) {
                for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                    text.append(stray(b));
                }
            } else {
                text.append(c);
            }
        }
    }

    private static char stray(byte b) {
        return (char) (STRAY_BASE | (b & 0xFF));
    }

    /// The bytes of a text.
    public static ByteBuffer encode(String text) {
        if (!hasStrays(text)) {
            return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2 * text.length());
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            if (isStray(text.charAt(at))) {
                bytes.writeBytes(text.substring(from, at).getBytes(StandardCharsets.UTF_8));
                bytes.write(text.charAt(at) & 0xFF);
                from = at + 1;
            }
        }
        bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private static boolean hasStrays(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (isStray(text.charAt(at))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAscii(ByteBuffer bytes) {
        for (int at = bytes.position(); at < bytes.limit(); at++) {
            if (bytes.get(at) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isStray(int character) {
        return character >= FIRST_STRAY && character <= LAST_STRAY;
    }
}
