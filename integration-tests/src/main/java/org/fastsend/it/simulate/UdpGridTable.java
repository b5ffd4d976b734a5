package org.fastsend.it.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.fastsend.core.sim.udp.UdpResult;
import org.fastsend.core.sim.udp.UdpRun;
import org.fastsend.core.sim.udp.UdpScenario;

/// The grid's results and those of all other cases as tables, put into a document between two marks. They can be read
/// while it runs: what is not known yet is left out.
public final class UdpGridTable {
    private static final double PERCENT = 100;
    private static final double MEGABIT = 1e6;

    private final List<UdpGrid.Cell> cells;
    private final List<UdpCases.Case> cases;
    private final Map<UdpGrid.Cell, UdpResult> results = new ConcurrentHashMap<>();
    private final Map<UdpCases.Case, UdpCases.Outcome> outcomes = new ConcurrentHashMap<>();

    public UdpGridTable(Part part) {
        cells = part.lone() ? UdpGrid.cells(part.wanted()) : List.of();
        cases = part.others() ? UdpCases.all() : List.of();
    }

    /// Which part to run; a value that is not given stands for all.
    ///
    /// @param lone the grid of lone flows
    /// @param others all other cases
    /// @param rate bits per second; 0 for all
    /// @param rttMillis 0 for all
    /// @param loss negative for all
    public record Part(boolean lone, boolean others, double rate, long rttMillis, double loss) {
        Predicate<UdpGrid.Cell> wanted() {
            return cell -> (rate == 0 || cell.rate() == rate)
                    && (rttMillis == 0 || cell.rttMillis() == rttMillis)
                    && (loss < 0 || Math.abs(cell.loss() - loss) < 1e-9);
        }
    }

    /// Runs it all, so many simulations at a time; tells after each.
    public void run(int threads, Runnable done) {
        List<UdpTrials.Trial> trials = new ArrayList<>();
        Map<UdpGrid.Path, List<UdpGrid.Cell>> paths = cells.stream().collect(Collectors.groupingBy(UdpGrid.Cell::path));
        for (List<UdpGrid.Cell> path : paths.values()) {
            double work = path.stream().mapToDouble(UdpGrid.Cell::work).sum();
            trials.add(new UdpTrials.Trial(work, () -> run(path)));
        }
        for (UdpCases.Case one : cases) {
            trials.add(new UdpTrials.Trial(
                    one.work(), () -> outcomes.put(one, one.run().get())));
        }
        UdpTrials.run(trials, threads, done);
    }

    /// Runs a path with each of its buffers. Where a queue was never full a longer one has the same result: the
    /// simulation is deterministic.
    private void run(List<UdpGrid.Cell> path) {
        List<UdpGrid.Cell> shortestFirst = path.stream()
                .sorted(Comparator.comparingLong(cell -> cell.scenario().path().bufferBytes()))
                .toList();
        UdpResult result = null;
        long bufferBytes = 0;
        for (UdpGrid.Cell cell : shortestFirst) {
            UdpScenario scenario = cell.scenario();
            if (result == null || (result.bufferTouched() && scenario.path().bufferBytes() > bufferBytes)) {
                result = UdpRun.of(scenario);
                bufferBytes = scenario.path().bufferBytes();
            }
            results.put(cell, result);
        }
    }

    /// How far it is.
    public String progress() {
        return (results.size() + outcomes.size()) + " of " + (cells.size() + cases.size());
    }

    /// The tables of what is known.
    public String text() {
        StringBuilder text = new StringBuilder();
        if (!results.isEmpty()) {
            lone(text);
        }
        cases.stream().map(UdpCases.Case::group).distinct().forEach(group -> others(text, group));
        return text.toString();
    }

    private void lone(StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "%d lone flows, %d of them miss a bar (marked !). Of what was received at most %.2f %% had come before.%n%n",
                results.size(),
                results.keySet().stream().filter(this::missed).count(),
                results.values().stream()
                                .mapToDouble(UdpResult::receivingCost)
                                .max()
                                .orElse(0)
                        * PERCENT));
        text.append("| Mbit/s | held |\n|--:|---|\n");
        for (double rate : UdpGrid.RATES) {
            List<UdpGrid.Cell> known =
                    results.keySet().stream().filter(c -> c.rate() == rate).toList();
            long held = known.stream().filter(c -> !missed(c)).count();
            if (!known.isEmpty()) {
                text.append(String.format(Locale.ROOT, "| %.0f | %d of %d |%n", rate / MEGABIT, held, known.size()));
            }
        }
        for (double rate : UdpGrid.RATES) {
            if (results.keySet().stream().anyMatch(cell -> cell.rate() == rate)) {
                table(text, rate);
            }
        }
    }

    private boolean missed(UdpGrid.Cell cell) {
        return !UdpBars.missed(cell.scenario(), Objects.requireNonNull(results.get(cell)))
                .isEmpty();
    }

    private void table(StringBuilder text, double rate) {
        text.append(String.format(Locale.ROOT, "%n### %.0f Mbit/s%n%n| RTT | buffer |", rate / MEGABIT));
        List<Double> losses =
                cells.stream().map(UdpGrid.Cell::loss).distinct().sorted().toList();
        for (double loss : losses) {
            text.append(String.format(Locale.ROOT, " %.1f %% loss |", loss * PERCENT));
        }
        text.append("\n|--:|---|").append("---|".repeat(losses.size())).append('\n');
        for (long rttMillis : UdpGrid.RTT_MILLIS) {
            for (UdpGrid.Buffer buffer : UdpGrid.BUFFERS) {
                row(text, rate, rttMillis, buffer, losses);
            }
        }
    }

    private void row(StringBuilder text, double rate, long rttMillis, UdpGrid.Buffer buffer, List<Double> losses) {
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

    private String entry(UdpGrid.Cell cell, UdpResult result) {
        return String.format(
                Locale.ROOT,
                " %s%.1f (%.0f) %+.1f %.1f ms |",
                missed(cell) ? "! " : "",
                result.linkShare() * PERCENT,
                result.goodputBitsPerSecond() / (cell.rate() * (1 - cell.loss())) * PERCENT,
                (result.sendingCost() - cell.loss()) * PERCENT,
                result.queueMeanMillis());
    }

    private UdpCases.Outcome outcome(UdpCases.Case one) {
        return Objects.requireNonNull(outcomes.get(one));
    }

    private void others(StringBuilder text, String group) {
        List<UdpCases.Case> known = cases.stream()
                .filter(one -> one.group().equals(group) && outcomes.containsKey(one))
                .toList();
        if (known.isEmpty()) {
            return;
        }
        long asked =
                known.stream().filter(one -> outcome(one).holds().isPresent()).count();
        long held =
                known.stream().filter(one -> outcome(one).holds().orElse(false)).count();
        text.append("\n### ").append(group).append("\n\n");
        if (asked > 0) {
            text.append(held).append(" of ").append(asked).append(" hold.\n\n");
        }
        text.append("| what | result |\n|---|---|\n");
        for (UdpCases.Case one : known) {
            UdpCases.Outcome outcome = outcome(one);
            text.append("| ")
                    .append(one.name())
                    .append(" | ")
                    .append(outcome.holds().orElse(true) ? "" : "! ")
                    .append(outcome.figures())
                    .append(" |\n");
        }
    }
}
