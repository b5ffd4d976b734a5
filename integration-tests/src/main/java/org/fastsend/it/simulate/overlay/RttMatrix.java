package org.fastsend.it.simulate.overlay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Measured round-trip times between sites: a square table, tab-separated, in milliseconds.
public record RttMatrix(float[][] millis) {
    static final String PLANE = "plane";
    static final String TRANSIT_STUB = "transit-stub";

    /// One that is generated or that this project carries.
    public static RttMatrix named(String name) throws IOException {
        return switch (name) {
            case PLANE -> GeneratedMatrix.plane();
            case TRANSIT_STUB -> GeneratedMatrix.transitStub();
            default -> carried(name);
        };
    }

    /// Throws IOException saying where it is no such table.
    public static RttMatrix read(Path file) throws IOException {
        return parse(Files.readAllLines(file), file.toString());
    }

    private static RttMatrix carried(String name) throws IOException {
        try (InputStream in = RttMatrix.class.getResourceAsStream(name + ".tsv")) {
            if (in == null) {
                throw new IOException("no matrix of the name " + name + " is carried");
            }
            return parse(
                    new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                            .lines()
                            .toList(),
                    name);
        }
    }

    static RttMatrix parse(List<String> text, String name) throws IOException {
        List<String> lines = text.stream().filter(line -> !line.isBlank()).toList();
        float[][] rows = new float[lines.size()][];
        for (int i = 0; i < rows.length; i++) {
            String[] cells = lines.get(i).strip().split("[\t ]+", -1);
            if (cells.length != rows.length) {
                throw new IOException(
                        name + ": row " + (i + 1) + " has " + cells.length + " columns, not " + rows.length);
            }
            rows[i] = row(cells, name, i);
        }
        if (rows.length < 2) {
            throw new IOException(name + ": a matrix of round-trip times has at least two rows");
        }
        return new RttMatrix(rows);
    }

    private static float[] row(String[] cells, String name, int i) throws IOException {
        float[] row = new float[cells.length];
        for (int j = 0; j < row.length; j++) {
            try {
                row[j] = Float.parseFloat(cells[j]);
            } catch (NumberFormatException e) {
                throw new IOException(name + ": row " + (i + 1) + ", column " + (j + 1) + ": no number", e);
            }
            if (!(row[j] >= 0 && row[j] < 60_000)) {
                throw new IOException(name + ": row " + (i + 1) + ", column " + (j + 1) + ": no round-trip time");
            }
        }
        return row;
    }

    int sites() {
        return millis.length;
    }

    /// The mean of both directions.
    float between(int one, int other) {
        return one == other ? 0 : (millis[one][other] + millis[other][one]) / 2;
    }
}
