package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamesakesTest {
    @TempDir
    private Path temp;

    private static FileOpened file(int number, String path) {
        return new FileOpened(number, FileKind.FILE, path, 0, 0, 0644, "");
    }

    private List<List<Integer>> namesakes(List<String> paths) {
        try (FileTable files = new FileTable(temp, 4096)) {
            for (int i = 0; i < paths.size(); i++) {
                files.add(file(i, paths.get(i)));
            }
            Namesakes namesakes = new Namesakes(files);
            return paths.stream()
                    .map(path -> namesakes.of(file(paths.indexOf(path), path)))
                    .toList();
        }
    }

    @Test
    void pathsThatDifferInCaseAccentsOrWhatNobodySeesAreNamesakes() {
        List<String> paths = List.of(
                "t/README",
                "t/readme",
                "T/ReadMe",
                "t/read",
                "t/caf\u00e9",
                "t/cafe\u0301",
                "t/CAF\u00c9",
                "t/cafe",
                "t/stra\u00dfe",
                "t/STRASSE",
                "t/stra\u1e9ee",
                "t/a\u200db",
                "t/ab");
        assertEquals(
                List.of(
                        List.of(1, 2),
                        List.of(0, 2),
                        List.of(0, 1),
                        List.of(),
                        List.of(5, 6),
                        List.of(4, 6),
                        List.of(4, 5),
                        List.of(),
                        List.of(9, 10),
                        List.of(8, 10),
                        List.of(8, 9),
                        List.of(12),
                        List.of(11)),
                namesakes(paths));
    }

    @Test
    void thousandsAreTold() {
        try (FileTable files = new FileTable(temp, 4096)) {
            Namesakes namesakes = new Namesakes(files);
            int count = 5_000;
            for (int i = 0; i < count; i++) {
                files.add(file(i, "name " + i));
                if (i % 500 == 0) {
                    assertEquals(List.of(), namesakes.of(file(i, "name " + i)));
                }
            }
            files.add(file(count, "NAME 4711"));
            assertEquals(List.of(4711), namesakes.of(file(count, "NAME 4711")));
        }
    }

    @Test
    void aNameHasNoSpellingButItsOwnWithoutLettersThatHave() {
        assertEquals(Set.of(), Namesakes.spellings("2026-11-30"));
        assertEquals(Set.of("A\u00c9", "ae\u0301"), Namesakes.spellings("a\u00e9"));
    }
}
