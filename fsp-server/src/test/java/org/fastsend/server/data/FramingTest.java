package org.fastsend.server.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;
import org.fastsend.core.sim.Mutations;
import org.junit.jupiter.api.Test;

class FramingTest {
    private static final List<Supplier<Framing>> FRAMINGS = List.of(BlockFraming::new, () -> new DeflateFraming(6));
    private static final int MUTATIONS = 3000;

    @Test
    void contentComesBackHoweverTheWireCutsIt() throws IOException, InterruptedException {
        Random random = seeded();
        for (Supplier<Framing> framing : FRAMINGS) {
            for (int size : new int[] {0, 1, 65_535, 65_536, 300_000}) {
                byte[] content = new byte[size];
                random.nextBytes(content);
                byte[] wire = framed(framing, content);
                ByteArrayOutputStream got = new ByteArrayOutputStream();
                try (Framing in = framing.get()) {
                    for (int at = 0; at < wire.length; ) {
                        int count = Math.min(wire.length - at, 1 + random.nextInt(2000));
                        assertFalse(in.isWhole());
                        in.receive(ByteBuffer.wrap(wire, at, count), into(got));
                        at += count;
                    }
                    assertTrue(in.isWhole());
                }
                assertArrayEquals(content, got.toByteArray());
            }
        }
    }

    @Test
    void piecesThatDoNotShrinkAreStoredBetweenThoseThatDo() throws IOException, InterruptedException {
        byte[] content = new byte[6 * 64_000];
        Random random = seeded();
        for (int at = 0; at < content.length; at += 128_000) {
            byte[] noise = new byte[64_000];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, content, at, noise.length);
        }
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        try (Framing out = new DeflateFraming(6);
                Framing in = new DeflateFraming(6)) {
            for (int at = 0; at < content.length; at += 64_000) {
                out.send(
                        ByteBuffer.wrap(content, at, 64_000),
                        bytes -> into(wire).accept(bytes));
            }
            out.end(bytes -> into(wire).accept(bytes));
            in.receive(ByteBuffer.wrap(wire.toByteArray()), into(got));
            assertTrue(in.isWhole());
        }
        assertArrayEquals(content, got.toByteArray());
        assertTrue(wire.size() > 3 * 64_000 && wire.size() < 3 * 64_000 + 2_000, wire.size() + " bytes");
    }

    @Test
    void whatIsCutOffIsNeverWhole() throws IOException, InterruptedException {
        for (Supplier<Framing> framing : FRAMINGS) {
            byte[] wire = framed(framing, new byte[1000]);
            for (int length = 0; length < wire.length; length++) {
                try (Framing in = framing.get()) {
                    in.receive(ByteBuffer.wrap(wire, 0, length), into(new ByteArrayOutputStream()));
                    assertFalse(in.isWhole());
                }
            }
        }
    }

    @Test
    void arbitraryBytesAreContentOrRefused() throws IOException, InterruptedException {
        Random random = seeded();
        byte[] content = new byte[500];
        random.nextBytes(content);
        for (Supplier<Framing> framing : FRAMINGS) {
            byte[] good = framed(framing, content);
            for (int i = 0; i < MUTATIONS; i++) {
                try (Framing in = framing.get()) {
                    in.receive(ByteBuffer.wrap(Mutations.of(good, random)), into(new ByteArrayOutputStream()));
                } catch (ProtocolException _) {
                    // Refused, as it should be.
                }
            }
        }
    }

    @Test
    void blocksOfModeELandWhereTheySay() throws IOException {
        ByteBuffer wire = ByteBuffer.allocate(100)
                .put(ExtendedHeader.data(3, 5).encode())
                .put(new byte[] {1, 2, 3})
                .put(ExtendedHeader.endOfFile(2).encode())
                .put(ExtendedHeader.endOfData().encode())
                .flip();
        byte[] file = new byte[10];
        ExtendedDecoder decoder = new ExtendedDecoder();
        while (wire.hasRemaining()) {
            assertFalse(decoder.isEnded());
            decoder.receive(ByteBuffer.wrap(new byte[] {wire.get()}), (at, bytes) -> bytes.get(file, (int) at, 1));
        }
        assertTrue(decoder.isEnded() && decoder.isClosing());
        assertEquals(OptionalLong.of(2), decoder.connections());
        assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 1, 2, 3, 0, 0}, file);
        assertThrows(
                ProtocolException.class,
                () -> decoder.receive(ByteBuffer.allocate(1), (_, _) -> {}),
                "nothing stands behind the end");
    }

    @Test
    void blocksBeyondEveryFileAreRefused() {
        for (ExtendedHeader bad : List.of(
                new ExtendedHeader(0, -1, 0),
                new ExtendedHeader(0, 0, -1),
                new ExtendedHeader(0, Long.MAX_VALUE, 1),
                new ExtendedHeader(ExtendedHeader.END_OF_FILE, 1, 1))) {
            assertThrows(ProtocolException.class, () -> ExtendedHeader.read(bad.encode()));
        }
    }

    @Test
    void arbitraryBytesOfModeENeverLieOutsideTheirBlock() {
        Random random = seeded();
        byte[] good = ByteBuffer.allocate(137)
                .put(ExtendedHeader.data(103, 1L << 40).encode())
                .put(new byte[103])
                .put(ExtendedHeader.endOfData().encode())
                .array();
        for (int i = 0; i < MUTATIONS; i++) {
            ExtendedDecoder decoder = new ExtendedDecoder();
            ByteBuffer bad = ByteBuffer.wrap(Mutations.of(good, random));
            int length = bad.remaining();
            int[] taken = {0};
            try {
                decoder.receive(bad, (at, bytes) -> {
                    assertTrue(at >= 0 && at + bytes.remaining() > 0);
                    taken[0] += bytes.remaining();
                });
            } catch (IOException _) {
                // Refused, as it should be.
            }
            assertTrue(taken[0] <= length);
        }
    }

    @Test
    void rangesThatTouchBecomeOne() throws ProtocolException {
        Random random = seeded();
        for (int i = 0; i < 500; i++) {
            boolean[] model = new boolean[64];
            ByteRanges ranges = new ByteRanges();
            for (int j = 0; j < 8; j++) {
                int from = random.nextInt(60);
                int to = from + random.nextInt(64 - from);
                Arrays.fill(model, from, to, true);
                ranges.add(new ByteRanges.Range(from, to));
            }
            StringBuilder expected = new StringBuilder();
            for (int at = 0; at < model.length; at++) {
                if (model[at] && (at == 0 || !model[at - 1])) {
                    int end = at;
                    while (end < model.length && model[end]) {
                        end++;
                    }
                    expected.append(at).append('-').append(end).append(' ');
                }
            }
            StringBuilder actual = new StringBuilder();
            ranges.all().forEach(range -> actual.append(range).append(' '));
            assertEquals(expected.toString(), actual.toString());
            long missing = ranges.missing(64).stream()
                    .mapToLong(ByteRanges.Range::length)
                    .sum();
            long there =
                    ranges.all().stream().mapToLong(ByteRanges.Range::length).sum();
            assertEquals(64, missing + there);
        }
    }

    @Test
    void onlyRangesAreParsedAsRanges() {
        assertEquals("[0-10, 20-30]", ByteRanges.parse("20-30,0-10").all().toString());
        for (String bad : List.of("", "-", "5", "5-1", "1-2,", "a-b", "0-99999999999999999999", "-1-5")) {
            assertThrows(IllegalArgumentException.class, () -> ByteRanges.parse(bad), bad);
        }
    }

    private static byte[] framed(Supplier<Framing> framing, byte[] content) throws IOException, InterruptedException {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        Framing.Wire to = bytes -> into(wire).accept(bytes);
        try (Framing out = framing.get()) {
            out.send(ByteBuffer.wrap(content), to);
            out.end(to);
        }
        return wire.toByteArray();
    }

    private static DataSink into(ByteArrayOutputStream out) {
        return bytes -> {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            out.write(copy);
        };
    }

    private static Random seeded() {
        long seed = new Random().nextLong();
        System.out.println("FramingTest seed " + seed);
        return new Random(seed);
    }
}
