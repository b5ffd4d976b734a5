package org.fastsend.it.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.fastsend.core.sim.udp.UdpResult;

/// The grid's results as tables, one a rate, put into a document between two marks.
public final class UdpGridTable {
    private static final String BEGIN = "<!-- begin: fsp simulate udp --grid -->";
    private static final String END = "<!-- end -->";
    private static final double PERCENT = 100;
    private static final double MEGABIT = 1e6;

    private UdpGridTable() {}

    /// Which part of the grid to run; a value that is not given stands for all.
    ///
    /// @param rate bits per second; 0 for all
    /// @param rttMillis 0 for all
    /// @param loss negative for all
    public record Part(double rate, long rttMillis, double loss) {
        Predicate<UdpGrid.Cell> wanted() {
            return cell -> (rate == 0 || cell.rate() == rate)
                    && (rttMillis == 0 || cell.rttMillis() == rttMillis)
                    && (loss < 0 || Math.abs(cell.loss() - loss) < 1e-9);
        }
    }

    /// Runs that part of the grid and returns its tables.
    public static String of(Part part, Consumer<String> progress) {
        List<UdpGrid.Cell> cells = UdpGrid.cells(part.wanted());
        AtomicInteger done = new AtomicInteger();
        Map<UdpGrid.Cell, UdpResult> results =
                UdpGrid.run(cells, cell -> progress.accept(done.incrementAndGet() + " of " + cells.size() + " cells"));
        StringBuilder text = new StringBuilder();
        long missed = results.entrySet().stream()
                .filter(e ->
                        !UdpBars.missed(e.getKey().scenario(), e.getValue()).isEmpty())
                .count();
        text.append(
                String.format(Locale.ROOT, "%d cells, %d of them miss a bar (marked !).%n", results.size(), missed));
        for (double rate : UdpGrid.RATES) {
            if (cells.stream().anyMatch(cell -> cell.rate() == rate)) {
                table(text, rate, cells, results);
            }
        }
        return text.toString();
    }

    /// Puts the tables into the document, in place of those that are there.
    public static void write(Path document, String tables) throws IOException {
        String text = Files.readString(document);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END, Math.max(0, begin));
        if (begin < 0 || end < 0) {
            throw new IOException(document + " has no place for the tables: a line " + BEGIN + " and a line " + END);
        }
        Files.writeString(document, text.substring(0, begin + BEGIN.length()) + "\n" + tables + text.substring(end));
    }

    private static void table(
            StringBuilder text, double rate, List<UdpGrid.Cell> cells, Map<UdpGrid.Cell, UdpResult> results) {
        text.append(String.format(Locale.ROOT, "%n### %.0f Mbit/s%n%n| RTT | buffer |", rate / MEGABIT));
        List<Double> losses =
                cells.stream().map(UdpGrid.Cell::loss).distinct().sorted().toList();
        for (double loss : losses) {
            text.append(String.format(Locale.ROOT, " %.1f %% loss |", loss * PERCENT));
        }
        text.append("\n|--:|---|").append("---|".repeat(losses.size())).append('\n');
        for (long rttMillis : UdpGrid.RTT_MILLIS) {
            for (UdpGrid.Buffer buffer : UdpGrid.BUFFERS) {
                row(text, rate, rttMillis, buffer, losses, results);
            }
        }
    }

    private static void row(
            StringBuilder text,
            double rate,
            long rttMillis,
            UdpGrid.Buffer buffer,
            List<Double> losses,
            Map<UdpGrid.Cell, UdpResult> results) {
        StringBuilder line = new StringBuilder("| " + rttMillis + " ms | " + buffer.name() + " |");
        boolean any = false;
        for (double loss : losses) {
            UdpGrid.Cell cell = new UdpGrid.Cell(rate, rttMillis, loss, buffer);
            UdpResult result = results.get(cell);
            any |= result != null;
            line.append(result == null ? " |" : entry(cell, result));
        }
        if (any) {
            text.append(line).append('\n');
        }
    }

    private static String entry(UdpGrid.Cell cell, UdpResult result) {
        boolean missed = !UdpBars.missed(cell.scenario(), result).isEmpty();
        return String.format(
                Locale.ROOT,
                " %s%.1f %+.1f %.1f ms |",
                missed ? "! " : "",
                result.linkShare() * PERCENT,
                (result.sendingCost() - cell.loss()) * PERCENT,
                result.queueMeanMillis());
    }
}
