package org.fastsend.server.control;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.fastsend.server.reply.WireText;

/// Cuts the bytes of a control connection into command lines: strips Telnet sequences (RFC 854, RFC 959 section
/// 5.3.1), decodes UTF-8 (RFC 2640, [WireText]), and never keeps more than the bound of one line. Not thread-safe.
public final class LineDecoder {
    /// Bytes of an ordinary line: a path of 4,096 bytes and its verb.
    public static final int MAX_LINE_BYTES = 4096 + 64;

    private static final int INITIAL_BYTES = 128;
    private static final int IAC = 0xFF;
    private static final int WILL = 0xFB;
    private static final int DONT = 0xFE;
    /// The lowest Telnet command, SE.
    private static final int FIRST_COMMAND = 0xF0;

    private enum Telnet {
        TEXT,
        AFTER_IAC,
        /// One option byte is to be skipped.
        OPTION
    }

    private byte[] line = new byte[INITIAL_BYTES];
    private int length;
    private int maxLineBytes = MAX_LINE_BYTES;
    private boolean overflowed;
    private boolean forbidden;
    private Telnet telnet = Telnet.TEXT;

    /// The bound of lines from now on, in bytes.
    public void limitLines(int maxBytes) {
        maxLineBytes = maxBytes;
    }

    /// Takes bytes up to the end of one line; what stands behind it remains in the buffer. Empty when the buffer
    /// ran out first. CR LF ends a line, and so does a bare LF.
    public Optional<ControlLine> next(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            int b = bytes.get() & 0xFF;
            if (isTelnet(b)) {
                continue;
            }
            if (b == '\n') {
                return Optional.of(finish());
            }
            append(b);
        }
        return Optional.empty();
    }

    /// Whether part of a line has come.
    public boolean isInsideLine() {
        return length > 0 || overflowed || forbidden || telnet != Telnet.TEXT;
    }

    /// The data mark that ends lftp's interrupt is sent as urgent data, which some systems take out of the stream.
    /// So IAC before a byte that is no Telnet command stands alone, and that byte is text.
    private boolean isTelnet(int b) {
        Telnet before = telnet;
        telnet = switch (before) {
            case TEXT -> b == IAC ? Telnet.AFTER_IAC : Telnet.TEXT;
            case AFTER_IAC -> b >= WILL && b <= DONT ? Telnet.OPTION : Telnet.TEXT;
            case OPTION -> Telnet.TEXT;
        };
        return switch (before) {
            case TEXT -> b == IAC;
            case AFTER_IAC -> b >= FIRST_COMMAND && b != IAC;
            case OPTION -> true;
        };
    }

    private void append(int b) {
        if (length == 0 && b >= FIRST_COMMAND) {
            return; // an interrupt whose bytes were urgent, and came without IAC or in another order: no verb begins so
        }
        if (length >= maxLineBytes) {
            overflowed = true;
            return;
        }
        forbidden |= b == 0;
        if (length == line.length) {
            line = Arrays.copyOf(line, Math.min(2 * length, Math.max(maxLineBytes, length + 1)));
        }
        line[length++] = (byte) b;
    }

    private ControlLine finish() {
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        ControlLine result = overflowed ? new ControlLine.TooLong() : decode(end);
        length = 0;
        overflowed = false;
        forbidden = false;
        if (line.length > MAX_LINE_BYTES) {
            line = new byte[INITIAL_BYTES];
        }
        return result;
    }

    private ControlLine decode(int end) {
        for (int i = 0; i < end; i++) {
            forbidden |= line[i] == '\r';
        }
        if (forbidden) {
            return new ControlLine.Malformed("carriage returns and NUL cannot stand in a command");
        }
        return new ControlLine.Text(WireText.decode(ByteBuffer.wrap(line, 0, end)));
    }
}
