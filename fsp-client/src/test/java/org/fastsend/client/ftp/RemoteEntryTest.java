package org.fastsend.client.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FileKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteEntryTest {
    @Test
    void readsTheFactsOfAFile() {
        RemoteEntry entry = RemoteEntry.ofFacts(
                        "Type=file;Size=42;Modify=20240229123456.25;UNIX.mode=0640;perm=r;  a b;c")
                .orElseThrow();
        assertEquals(" a b;c", entry.name());
        assertEquals(FileKind.FILE, entry.kind());
        assertEquals(OptionalLong.of(42), entry.size());
        assertEquals(Optional.of(Instant.parse("2024-02-29T12:34:56.25Z")), entry.modified());
        assertEquals(OptionalInt.of(0640), entry.mode());
    }

    @Test
    void knowsLinksAndTheirTargets() {
        RemoteEntry entry =
                RemoteEntry.ofFacts("type=OS.unix=slink:../x/y; name").orElseThrow();
        assertEquals(FileKind.LINK, entry.kind());
        assertEquals(Optional.of("../x/y"), entry.linkTarget());
    }

    @Test
    void leavesOutTheDirectoryItselfAndDevices() {
        assertEquals(Optional.empty(), RemoteEntry.ofFacts("type=cdir; /here"));
        assertEquals(Optional.empty(), RemoteEntry.ofFacts("type=dir; .."));
        assertEquals(Optional.empty(), RemoteEntry.ofFacts("type=OS.unix=chr-1/3; null"));
    }

    @Test
    void takesNonsenseFactsForUnknown() {
        RemoteEntry entry = RemoteEntry.ofFacts("type=file;size=-1;modify=20241399999999;unix.mode=9; x")
                .orElseThrow();
        assertEquals(OptionalLong.empty(), entry.size());
        assertEquals(Optional.empty(), entry.modified());
        assertEquals(OptionalInt.empty(), entry.mode());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"type=file; ../../etc/passwd", "type=file; /etc/passwd", "type=dir; a/b", "type=file; ", "x"})
    void refusesNamesThatAreNone(String line) {
        assertThrows(FspException.class, () -> RemoteEntry.ofFacts(line));
    }

    @Test
    void survivesMutatedLines() {
        long seed = 11;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder line = new StringBuilder("Type=file;Size=42;Modify=20240229123456.25;UNIX.mode=0640; name");
            for (int hits = random.nextInt(5); hits >= 0; hits--) {
                line.setCharAt(random.nextInt(line.length()), (char) random.nextInt(300));
            }
            try {
                RemoteEntry.ofFacts(line.toString());
            } catch (FspException expected) {
                // refused with a name
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", case " + i + ": " + line, e);
            }
        }
    }
}
