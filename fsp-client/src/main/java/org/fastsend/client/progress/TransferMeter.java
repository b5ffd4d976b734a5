package org.fastsend.client.progress;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.fastsend.client.ftp.Printable;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.time.NanoClock;

/// Follows a transfer through its events, from the sending and the receiving side at once, and keeps what
/// the report needs: when the sender was released, which relays were dropped and why, which files changed.
/// Thread-safe.
public final class TransferMeter {
    private static final long REDRAW_NANOS = 150_000_000;
    private static final double RATE_MEMORY_SECONDS = 3;
    /// More troubles than this are counted only.
    private static final int MAX_REMARKS = 1_000;

    private final NanoClock clock;
    private final ProgressScreen screen;
    private long startedNanos;
    private final Map<String, Boolean> peers = new LinkedHashMap<>();
    /// What was given up and why, and after how many seconds.
    private final SequencedMap<String, Double> dropped = new LinkedHashMap<>();
    /// By the path of the file: sender and receiver may both tell of one.
    private final SequencedMap<String, String> troubles = new LinkedHashMap<>();
    private OptionalDouble releasedSeconds = OptionalDouble.empty();
    private Optional<TransferReport> sent = Optional.empty();
    private Count sending = new Count(0, 0);
    private Count receiving = new Count(0, 0);
    private boolean receives;
    private long drawnNanos;
    private long rateNanos;
    private long rateBytes;
    private double bytesPerSecond;

    private record Count(long bytes, long total) {}

    public TransferMeter(NanoClock clock, ProgressScreen screen) {
        this.clock = clock;
        this.screen = screen;
        this.startedNanos = clock.nanos();
        this.drawnNanos = startedNanos - REDRAW_NANOS;
        this.rateNanos = startedNanos;
    }

    /// Begins to count now: what came before was preparation.
    public synchronized void start() {
        startedNanos = clock.nanos();
        rateNanos = startedNanos;
    }

    /// Hears what the striping side says.
    public Consumer<TransferEvent> sender() {
        return event -> hear(event, false);
    }

    /// Hears what the collecting side says; from then on its progress is the one that is shown.
    public synchronized Consumer<TransferEvent> receiver() {
        receives = true;
        return event -> hear(event, true);
    }

    private synchronized void hear(TransferEvent event, boolean fromReceiver) {
        switch (event) {
            case TransferEvent.PeerUp up -> peers.put(up.peer(), true);
            case TransferEvent.PeerDown down -> {
                peers.put(down.peer(), false);
                drop(Printable.brief(down.peer()) + ": " + Printable.brief(down.reason()), "dropped ");
            }
            case TransferEvent.BadBlock bad ->
                drop(
                        Printable.brief(bad.peer()) + ": block " + bad.block() + " was bad, "
                                + Printable.brief(bad.reason()),
                        "");
            case TransferEvent.FileTrouble(String path, String reason) -> trouble(path, reason);
            case TransferEvent.Progress progress -> {
                Count count = new Count(progress.bytes(), progress.totalBytesKnown());
                if (fromReceiver) {
                    receiving = count;
                } else {
                    sending = count;
                }
            }
            case TransferEvent.Released released -> release(released.report());
            case TransferEvent.Appended _ -> {}
        }
        draw();
    }

    /// The striping side is done. Said once by its event or by whoever waited for it.
    public synchronized void release(TransferReport report) {
        if (sent.isEmpty()) {
            releasedSeconds = OptionalDouble.of(elapsedSeconds());
            report.troubles().forEach(this::troubleOfReport);
            screen.remark("released after " + Units.seconds(releasedSeconds.getAsDouble()) + ", "
                    + SummaryText.copies(report.copies(), report.relays()));
        }
        sent = Optional.of(report);
    }

    /// Something that a person who watches may want to know.
    public void remark(String text) {
        screen.remark(text);
    }

    /// What is said last counts: the receiver knows what has become of the file.
    private void trouble(String path, String reason) {
        String file = Printable.of(path);
        String why = Printable.brief(reason);
        if ((troubles.size() < MAX_REMARKS || troubles.containsKey(file)) && !why.equals(troubles.put(file, why))) {
            screen.remark(file + ": " + why);
        }
    }

    /// @param text path and reason; events have told of most already
    private void troubleOfReport(String text) {
        String printable = Printable.of(text);
        if (troubles.keySet().stream().noneMatch(file -> printable.startsWith(file + ": "))) {
            int colon = text.indexOf(": ");
            trouble(colon < 0 ? text : text.substring(0, colon), colon < 0 ? "not sent" : text.substring(colon + 2));
        }
    }

    private void drop(String text, String prefix) {
        if (dropped.size() < MAX_REMARKS && dropped.putIfAbsent(text, elapsedSeconds()) == null) {
            screen.remark(prefix + text);
        }
    }

    private void draw() {
        long now = clock.nanos();
        if (now - drawnNanos < REDRAW_NANOS) {
            return;
        }
        drawnNanos = now;
        Count count = receives ? receiving : sending;
        long total = Math.max(count.total, sending.total);
        double seconds = (now - rateNanos) / 1e9;
        if (seconds > 0) {
            double weight = 1 - Math.exp(-seconds / RATE_MEMORY_SECONDS);
            double lately = Math.max(0, count.bytes - rateBytes) / seconds;
            bytesPerSecond = rateNanos == startedNanos ? lately : bytesPerSecond + weight * (lately - bytesPerSecond);
            rateNanos = now;
            rateBytes = count.bytes;
        }
        int up = (int) peers.values().stream().filter(alive -> alive).count();
        screen.draw(new ProgressLine(count.bytes, total, bytesPerSecond, up, sent.isPresent() ? "released" : ""));
    }

    public synchronized double elapsedSeconds() {
        return (clock.nanos() - startedNanos) / 1e9;
    }

    /// Seconds until the sender was released; empty while it is not.
    public synchronized OptionalDouble releasedSeconds() {
        return releasedSeconds;
    }

    /// The striping side's report, once it is released.
    public synchronized Optional<TransferReport> sent() {
        return sent;
    }

    /// Relays that were given up, each with the reason, and bad blocks; and when.
    public synchronized List<String> dropped() {
        return dropped.entrySet().stream()
                .map(drop -> drop.getKey() + " (after " + Units.seconds(drop.getValue()) + ")")
                .toList();
    }

    /// Files that did not make it, each with the reason.
    public synchronized List<String> troubles() {
        return troubles.entrySet().stream()
                .map(file -> file.getKey() + ": " + file.getValue())
                .toList();
    }

    /// How it stands now, as far as is known.
    public synchronized TransferSummary summary() {
        TransferReport report = sent.orElseGet(() -> new TransferReport(0, 0, 0, 0, List.of(), List.of()));
        return new TransferSummary(
                Math.max(report.bytes(), receives ? receiving.bytes : sending.bytes),
                report.files(),
                releasedSeconds,
                elapsedSeconds(),
                TransferSummary.Assurance.NONE,
                report.copies(),
                report.relays(),
                dropped(),
                troubles());
    }

    /// Ends the moving line.
    public void finish() {
        screen.clear();
    }
}
