package org.fastsend.it.simulate.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableDocumentTest {
    private static final String MARK = "fsp simulate overlay --table";
    private static final String HEADER = "| members | mode | n |\n|---|---|--:|\n";
    private static final List<String> ORDER = List.of("a | FSP", "b | FSP", "c | FSP");

    @TempDir
    Path directory;

    @Test
    void rowsStandInTheirOrderAndNewOnesReplaceOldOnes() throws IOException {
        Path file = directory.resolve("page.md");
        Files.writeString(
                file, "above\n<!-- begin: fsp simulate overlay --table -->\n| old | FSP | 0 |\n<!-- end -->\nbelow\n");
        var document = new TableDocument(file, MARK);
        document.put(HEADER, ORDER, "| b | FSP | 1 |");
        document.put(HEADER, ORDER, "| a | FSP | 2 |");
        document.put(HEADER, ORDER, "| b | FSP | 3 |");
        assertEquals(
                "above\n<!-- begin: fsp simulate overlay --table -->\n" + HEADER
                        + "| a | FSP | 2 |\n| b | FSP | 3 |\n\nNot run: c, FSP.\n<!-- end -->\nbelow\n",
                Files.readString(file));
    }

    @Test
    void aDocumentWithoutMarksIsLeftAlone() throws IOException {
        Path file = directory.resolve("page.md");
        Files.writeString(file, "no table here\n");
        assertThrows(IOException.class, () -> new TableDocument(file, MARK).put(HEADER, ORDER, "| a | FSP | 1 |"));
        assertEquals("no table here\n", Files.readString(file));
    }
}
