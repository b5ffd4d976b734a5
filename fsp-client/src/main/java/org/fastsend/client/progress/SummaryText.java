package org.fastsend.client.progress;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.client.progress.TransferSummary.Assurance;
import org.fastsend.core.event.RelayShare;

/// A summary for people, a line each.
public final class SummaryText {
    private static final int MAX_TROUBLES = 20;

    private SummaryText() {}

    /// What was done, how fast, what each relay took, what went wrong.
    ///
    /// @param verb what was done, such as `collected`
    public static List<String> lines(String verb, TransferSummary summary) {
        List<String> lines = new ArrayList<>();
        lines.add(verb + " " + Units.bytes(summary.bytes()) + " in " + entries(summary.files()) + " after "
                + Units.seconds(summary.totalSeconds())
                + (summary.totalSeconds() > 0
                        ? " (" + Units.bytes(summary.bytes() / summary.totalSeconds()) + "/s)"
                        : "")
                + (summary.assurance() == Assurance.NONE
                        ? ""
                        : ", " + summary.assurance().words())
                + (summary.troubles().isEmpty()
                        ? ""
                        : ", but for " + Units.count(summary.troubles().size(), "file") + " below"));
        summary.sendSeconds()
                .ifPresent(seconds -> lines.add("sender released after " + Units.seconds(seconds)
                        + (seconds > 0 ? " (" + Units.bytes(summary.bytes() / seconds) + "/s)" : "") + ", "
                        + copies(summary.copies(), summary.relays())));
        if (summary.resumedBytes() > 0) {
            lines.add("continued an earlier run: " + Units.bytes(summary.resumedBytes())
                    + " had arrived already and were not sent again");
        }
        summary.relays().stream()
                .filter(relay -> relay.bytes() > 0)
                .forEach(relay -> lines.add("  " + relay.name() + ": " + Units.bytes(relay.bytes()) + ", "
                        + Units.bits(relay.bitsPerSecond())));
        summary.dropped().forEach(relay -> lines.add("gave up " + relay));
        summary.troubles().stream().limit(MAX_TROUBLES).forEach(file -> lines.add("not sent: " + file));
        if (summary.troubles().size() > MAX_TROUBLES) {
            lines.add("not sent: " + (summary.troubles().size() - MAX_TROUBLES) + " more");
        }
        return lines;
    }

    /// Whatever a transfer names: directories and links count, too.
    private static String entries(long count) {
        return Units.count(count, "file") + (count == 1 ? "" : " and directories");
    }

    /// Says how safe the data is off the sender.
    static String copies(int copies, List<RelayShare> takers) {
        return switch (copies) {
            case 0 -> "no copy on relays";
            case 1 -> "one copy " + where(takers);
            default -> copies + " copies " + where(takers);
        };
    }

    /// The receiver itself counts as a place, too, where it takes blocks from the sender.
    private static String where(List<RelayShare> takers) {
        boolean receiver = takers.stream().anyMatch(taker -> taker.isReceiver() && taker.bytes() > 0);
        boolean relays = takers.stream().anyMatch(taker -> !taker.isReceiver() && taker.bytes() > 0);
        return !receiver ? "on relays" : relays ? "on relays and the receiver" : "at the receiver";
    }
}
