package org.fastsend.client.progress;

import java.util.Locale;

/// Figures as people read them: decimal units, three digits.
public final class Units {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};

    private Units() {}

    /// Such as `999 B`, `1.25 GB`.
    public static String bytes(long count) {
        return bytes((double) count);
    }

    /// The same of a rate or mean.
    public static String bytes(double count) {
        return scaled(count, "B");
    }

    /// Such as `940 Mbit/s`.
    public static String bits(double perSecond) {
        return scaled(perSecond, "bit/s");
    }

    /// Such as `0.4 s`, `12.5 s`, `3:05`, `1:02:03`.
    public static String seconds(double seconds) {
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    }

    /// Such as `1 file`, `12,345 files`.
    public static String count(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    private static String scaled(double value, String unit) {
        double rest = Math.max(0, value);
        int prefix = 0;
        while (rest >= 999.5 && prefix < PREFIXES.length - 1) {
            rest /= 1000;
            prefix++;
        }
        String digits = prefix == 0 || rest >= 99.95 ? "%.0f" : rest >= 9.995 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, digits + " %s%s", rest, PREFIXES[prefix], unit);
    }
}
