package org.fastsend.it.simulate.overlay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.it.simulate.MarkedPart;

/// The table in a document, between two marks. Rows are known by their first two cells; one that is run again takes the
/// place of the one that is there, so that a table can be made piece by piece. Not thread-safe.
final class TableDocument {
    private final MarkedPart part;

    /// @param mark what its marks say
    TableDocument(Path file, String mark) {
        this.part = new MarkedPart(file, mark);
    }

    /// Fails if the document has no place for the table: better known before rows are run than after.
    void check() throws IOException {
        part.read();
    }

    /// A row's name.
    static String key(String row) {
        String[] cells = row.split("\\|", -1);
        return cells.length < 3 ? "" : cells[1].strip() + " | " + cells[2].strip();
    }

    /// Puts a row into its place.
    ///
    /// @param header the first two lines of the table
    /// @param order the names of all rows; one that is there and has none of these goes away
    void put(String header, List<String> order, String row) throws IOException {
        Map<String, String> rows = new LinkedHashMap<>();
        part.read().lines().forEach(line -> rows.put(key(line), line));
        rows.put(key(row), row);
        StringBuilder table = new StringBuilder(header);
        List<String> missing = new ArrayList<>();
        for (String name : order) {
            String known = rows.get(name);
            if (known == null) {
                missing.add(name.replace(" |", ","));
            } else {
                table.append(known).append('\n');
            }
        }
        if (!missing.isEmpty()) {
            table.append("\nNot run: ").append(String.join("; ", missing)).append(".\n");
        }
        part.write(table.toString());
    }
}
