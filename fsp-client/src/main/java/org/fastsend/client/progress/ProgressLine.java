package org.fastsend.client.progress;

import java.util.Locale;

/// One picture of a running transfer.
///
/// @param bytes of data that are where they should be
/// @param totalBytes known so far; 0 if unknown
/// @param bytesPerSecond lately
/// @param relays in use; not shown when 0
/// @param note a word on the state, such as `released`; may be empty
public record ProgressLine(long bytes, long totalBytes, double bytesPerSecond, int relays, String note) {
    private static final int MIN_BAR_CHARS = 8;
    private static final int MAX_BAR_CHARS = 30;

    /// The line for a terminal of so many columns; never longer than that.
    public String render(int columns) {
        StringBuilder text = new StringBuilder();
        text.append(Units.bytes(bytes));
        if (totalBytes > 0) {
            text.append(" of ").append(Units.bytes(totalBytes));
        }
        text.append("  ").append(Units.bytes(bytesPerSecond)).append("/s");
        if (totalBytes > bytes && bytesPerSecond >= 1) {
            text.append("  ETA ").append(Units.seconds((totalBytes - bytes) / bytesPerSecond));
        }
        if (relays > 0) {
            text.append("  ").append(Units.count(relays, "relay"));
        }
        if (!note.isEmpty()) {
            text.append("  ").append(note);
        }
        int room = Math.min(MAX_BAR_CHARS, columns - text.length() - "[] 100 %  ".length() - 1);
        String whole = totalBytes > 0 && room >= MIN_BAR_CHARS ? bar(room) + text : text.toString();
        return whole.length() < columns ? whole : whole.substring(0, Math.max(0, columns - 1));
    }

    private String bar(int room) {
        double share = Math.clamp((double) bytes / totalBytes, 0, 1);
        int full = (int) (share * room);
        String tip = full < room ? ">" : "";
        // 100 % is said only of the whole.
        int percent = bytes >= totalBytes ? 100 : Math.min(99, (int) (share * 100));
        return "[" + "=".repeat(full) + tip + " ".repeat(room - full - tip.length()) + "] "
                + String.format(Locale.ROOT, "%3d %%  ", percent);
    }
}
