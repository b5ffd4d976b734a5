package org.fastsend.core.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {
    private static ByteReader reader(String hex) {
        return new ByteReader(HexFormat.of().parseHex(hex));
    }

    @Test
    void fieldsComeBackInTheirOrder() throws MalformedBytesException {
        byte[] bytes = new ByteWriter()
                .u8(255)
                .u16(65535)
                .u32(0xffff_ffffL)
                .i64(-2)
                .varint(300)
                .raw(new byte[] {7})
                .bytes(new byte[] {1, 2})
                .text("grüße \uD83D\uDE80")
                .toBytes();
        ByteReader in = new ByteReader(bytes);
        assertEquals(255, in.u8());
        assertEquals(65535, in.u16());
        assertEquals(0xffff_ffffL, in.u32());
        assertEquals(-2, in.i64());
        assertEquals(300, in.varint());
        assertArrayEquals(new byte[] {7}, in.raw(1));
        assertArrayEquals(new byte[] {1, 2}, in.bytes(2));
        assertEquals("grüße \uD83D\uDE80", in.text(100));
        in.end();
    }

    @ParameterizedTest
    @CsvSource({
        "0,00",
        "127,7f",
        "128,8001",
        "300,ac02",
        "2147483647,ffffffff07",
        "9223372036854775807,ffffffffffffffff7f"
    })
    void varintsAreShort(long value, String hex) throws MalformedBytesException {
        byte[] bytes = new ByteWriter().varint(value).toBytes();
        assertEquals(hex, HexFormat.of().formatHex(bytes));
        assertEquals(bytes.length, VarInt.length(value));
        assertEquals(value, reader(hex).varint());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "80", "8000", "ffffffffffffffffff01", "808080808080808080"})
    void whatIsNoVarintIsRefused(String hex) {
        assertThrows(MalformedBytesException.class, () -> reader(hex).varint());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, 63, -64, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void differencesOfEitherSignComeBack(int difference) {
        assertEquals(difference, VarInt.unZigZag(VarInt.zigZag(difference)));
    }

    @Test
    void anAnnouncedLengthAllocatesNothingBeyondTheBytesThatAreThere() {
        assertThrows(MalformedBytesException.class, () -> reader("ffffffff07aa").bytes(Integer.MAX_VALUE));
        assertThrows(MalformedBytesException.class, () -> reader("03aabbcc").bytes(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"01ff", "02c080", "03eda080"})
    void whatIsNoUtf8IsRefused(String hex) {
        assertThrows(MalformedBytesException.class, () -> reader(hex).text(10));
    }

    @Test
    void halfASurrogatePairIsNotWrittenAsAnotherText() {
        assertThrows(IllegalArgumentException.class, () -> new ByteWriter().text("a\uD83D"));
    }

    @Test
    void aNumberThatDoesNotFitIsNotWritten() {
        assertThrows(IllegalArgumentException.class, () -> new ByteWriter().u8(256));
        assertThrows(IllegalArgumentException.class, () -> new ByteWriter().u16(-1));
        assertThrows(IllegalArgumentException.class, () -> new ByteWriter().varint(-1));
    }

    @Test
    void bytesBehindTheLastFieldAreRefused() {
        assertThrows(MalformedBytesException.class, () -> reader("00").end());
    }

    @Test
    void aReaderLeavesTheBufferWhereItWas() throws MalformedBytesException {
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2);
        ByteReader in = new ByteReader(buffer);
        assertEquals(0x0102, in.u16());
        in.end();
        assertEquals(1, buffer.position());
    }
}
