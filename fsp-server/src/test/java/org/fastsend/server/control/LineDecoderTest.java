package org.fastsend.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineDecoderTest {
    private static final int IAC = 0xFF;
    private static final int INTERRUPT = 0xF4;
    private static final int DATA_MARK = 0xF2;

    private final LineDecoder decoder = new LineDecoder();

    @Test
    void linesEndInCarriageReturnAndLineFeedOrInLineFeedAlone() {
        assertEquals(
                List.of(new ControlLine.Text("USER a"), new ControlLine.Text("PASS b c ")),
                decode("USER a\r\nPASS b c \nrest".getBytes(StandardCharsets.UTF_8)));
        assertTrue(decoder.isInsideLine());
    }

    @Test
    void aLineMayComeByteByByte() {
        List<ControlLine> lines = new ArrayList<>();
        for (byte b : "CWD ünï\r\n".getBytes(StandardCharsets.UTF_8)) {
            lines.addAll(decode(new byte[] {b}));
        }
        assertEquals(List.of(new ControlLine.Text("CWD ünï")), lines);
    }

    @Test
    void telnetInterruptBeforeAborIsStripped() {
        assertEquals(
                List.of(new ControlLine.Text("ABOR")),
                decode(bytes(IAC, INTERRUPT, IAC, DATA_MARK, 'A', 'B', 'O', 'R', '\r', '\n')));
    }

    @Test
    void aDataMarkThatTheSystemTookOutOfTheStreamCostsNoLetter() {
        assertEquals(
                List.of(new ControlLine.Text("ABOR")),
                decode(bytes(IAC, INTERRUPT, IAC, 'A', 'B', 'O', 'R', '\r', '\n')));
    }

    @Test
    void anInterruptThatUrgentDataTookApartCostsNoLetter() {
        assertEquals(
                List.of(new ControlLine.Text("ABOR")), decode(bytes(INTERRUPT, IAC, 'A', 'B', 'O', 'R', '\r', '\n')));
    }

    @Test
    void telnetOptionsAreStrippedWithTheirByte() {
        int will = 0xFB;
        assertEquals(List.of(new ControlLine.Text("NOOP")), decode(bytes('N', IAC, will, 1, 'O', 'O', 'P', '\n')));
    }

    @Test
    void aLineBeyondTheBoundIsSkippedWholeAndTheNextOneIsRead() {
        byte[] flood = new byte[100_000];
        Arrays.fill(flood, (byte) 'x');
        assertEquals(List.of(), decode(flood));
        assertEquals(
                List.of(new ControlLine.TooLong(), new ControlLine.Text("NOOP")),
                decode("yyy\r\nNOOP\r\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theBoundCanBeRaisedForOneLongLine() {
        decoder.limitLines(100_000);
        String ticket = "TCKT " + "a".repeat(90_000);
        assertEquals(List.of(new ControlLine.Text(ticket)), decode((ticket + "\r\n").getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void carriageReturnsAndNulAreRefused() {
        for (byte[] bad : List.of(bytes('a', '\r', 'b', '\n'), bytes('a', 0, '\n'))) {
            assertInstanceOf(ControlLine.Malformed.class, decode(bad).getFirst());
        }
    }

    @Test
    void arbitraryBytesNeverBreakItNorGrowIt() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            for (ControlLine line : decode(noise)) {
                if (line instanceof ControlLine.Text(String text)) {
                    assertTrue(text.indexOf('\n') < 0 && text.indexOf('\r') < 0, "seed " + seed);
                    assertTrue(text.length() <= LineDecoder.MAX_LINE_BYTES, "seed " + seed);
                }
            }
        }
    }

    private List<ControlLine> decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        List<ControlLine> lines = new ArrayList<>();
        while (buffer.hasRemaining()) {
            decoder.next(buffer).ifPresent(lines::add);
        }
        return lines;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
