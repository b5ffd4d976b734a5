package org.fastsend.core.manifest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.manifest.ManifestRecord.Begin;
import org.fastsend.core.manifest.ManifestRecord.BlockReplaced;
import org.fastsend.core.manifest.ManifestRecord.BlocksUnneeded;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.manifest.ManifestRecord.Final;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.manifest.ManifestRecord.Resumed;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.KeyHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCodecTest {
    private static final byte[] DIGEST = new byte[32];

    private static List<ManifestRecord> oneOfEach() {
        return List.of(
                new Begin(
                        CipherSuite.AES_256_GCM,
                        ChecksumAlgorithm.CRC32C,
                        1 << 20,
                        1_800_000_000_000L,
                        "results",
                        Identity.ephemeral().verifyingKey()),
                new FileOpened(0, FileKind.FILE, "a/b c/-dash/.dot/ü", 5L << 30, -1, 0644, ""),
                new FileOpened(1, FileKind.DIRECTORY, "x".repeat(255), 0, 7, 0755, ""),
                new FileOpened(2, FileKind.LINK, "l", 0, 0, 0777, "../../anywhere"),
                new FileClosed(0, FileOutcome.CHANGED, DIGEST),
                new RelayNamed(0, "r1", "10.0.0.1", 4021, KeyHash.of(DIGEST), new byte[] {1, 2, 3}),
                new RelayNamed(1, "me", "", 0, KeyHash.of(DIGEST), new byte[0]),
                new BlockReplaced(7, 9),
                new FileClosed(1, FileOutcome.WITHDRAWN, DIGEST),
                new Resumed(9, new SenderRun(-5)),
                new BlocksUnneeded(3, 4),
                new Final(10, 3, 5L << 30, 2));
    }

    @Test
    void everyRecordComesBack() throws ManifestFormatException {
        List<ManifestRecord> records = oneOfEach();
        assertEquals(records, RecordCodec.decode(RecordCodec.encode(records)));
    }

    @Test
    void theBytesAreThoseOfTheWireFormat() {
        byte[] bytes = RecordCodec.encode(
                List.of(new FileOpened(300, FileKind.LINK, "ab", 0, -2, 0777, "t"), new Final(1, 2, 128, 3)));
        assertEquals(
                "02" + "ac02" + "03" + "026162" + "00" + "fffffffffffffffe" + "01ff" + "0174" //
                        + "06" + "01" + "02" + "8001" + "03",
                HexFormat.of().formatHex(bytes));
    }

    static Stream<String> hostilePaths() {
        return Stream.of(
                "",
                "/etc/passwd",
                "..",
                "../x",
                "a/../../x",
                "a/..",
                ".",
                "a/./b",
                "a//b",
                "a/",
                "nul\0byte",
                "n".repeat(256),
                "ü".repeat(128),
                "a/".repeat(2048) + "b");
    }

    @ParameterizedTest
    @MethodSource("hostilePaths")
    void pathsThatLeadElsewhereAreRefused(String path) {
        byte[] bytes = new ByteWriter()
                .u8(2)
                .varint(0)
                .u8(1)
                .text(path)
                .varint(1)
                .i64(0)
                .u16(0644)
                .toBytes();
        assertThrows(ManifestFormatException.class, () -> RecordCodec.decode(bytes));
        assertThrows(IllegalArgumentException.class, () -> new FileOpened(0, FileKind.FILE, path, 1, 0, 0644, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/b", ".", "x\0"})
    void theRootsNameIsOneComponentOrNone(String name) {
        var key = Identity.ephemeral().verifyingKey();
        assertThrows(
                IllegalArgumentException.class,
                () -> new Begin(CipherSuite.AES_256_GCM, ChecksumAlgorithm.CRC32C, 1, 0, name, key));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00", // no such type
                "09", // no such type
                "07050000000000000000", // a later run that is the first
                "080500", // no block at all
                "0102", // a later version
                "0200090161000000000000000000" + "01ff", // no such kind of file
                "0300" + "04" + "0000000000000000000000000000000000000000000000000000000000000000", // no such outcome
                "050303", // a block replaces itself
                "0600000000", // no copies at all
                "02000301610000000000000000000001ff00", // a link without a target
                "02ffffffff0f" // a file number beyond an int
            })
    void whatIsNoRecordIsRefused(String hex) {
        assertThrows(
                ManifestFormatException.class,
                () -> RecordCodec.decode(HexFormat.of().parseHex(hex)));
    }

    @Test
    void everyCutIsRefusedOrIsAnHonestPrefix() throws ManifestFormatException {
        List<ManifestRecord> records = oneOfEach();
        byte[] bytes = RecordCodec.encode(records);
        List<Integer> ends = new ArrayList<>();
        for (int i = 0; i <= records.size(); i++) {
            ends.add(RecordCodec.encode(records.subList(0, i)).length);
        }
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            int whole = ends.indexOf(length);
            if (whole >= 0) {
                assertEquals(records.subList(0, whole), RecordCodec.decode(cut));
            } else {
                assertThrows(ManifestFormatException.class, () -> RecordCodec.decode(cut));
            }
        }
    }

    @Test
    void arbitraryBytesGiveRecordsWithinBoundsOrATypedError() {
        byte[] good = RecordCodec.encode(oneOfEach());
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = Mutations.of(good, random);
            try {
                List<ManifestRecord> records = RecordCodec.decode(bad);
                assertArrayEquals(bad, RecordCodec.encode(records), "seed " + seed + " round " + i);
            } catch (ManifestFormatException _) {
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + " round " + i, e);
            }
        }
        assertTrue(refused > 5000, "refused only " + refused);
    }
}
