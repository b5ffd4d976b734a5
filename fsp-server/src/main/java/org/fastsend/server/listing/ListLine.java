package org.fastsend.server.listing;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.fastsend.server.files.Entry;

/// One line of LIST, in the form of `ls -l` that every client parses. Owner and group are none of their business.
public final class ListLine {
    private static final Duration RECENT = Duration.ofDays(180);
    private static final DateTimeFormatter WITH_TIME =
            DateTimeFormatter.ofPattern("MMM dd HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter WITH_YEAR =
            DateTimeFormatter.ofPattern("MMM dd  yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final String LETTERS = "rwxrwxrwx";

    private ListLine() {}

    /// The line without its end. Times of the last half year have hours and minutes, others their year.
    public static String of(Entry entry, Instant now) {
        StringBuilder line = new StringBuilder(80);
        line.append(type(entry.kind()));
        appendMode(line, entry.mode());
        line.append(entry.isDirectory() ? "   2" : "   1").append(" ftp      ftp      ");
        String size = Long.toString(entry.size());
        line.repeat(' ', Math.max(0, 12 - size.length())).append(size).append(' ');
        boolean recent =
                entry.modified().isAfter(now.minus(RECENT)) && !entry.modified().isAfter(now);
        line.append((recent ? WITH_TIME : WITH_YEAR).format(entry.modified())).append(' ');
        line.append(PrintableName.of(entry.name()));
        if (entry.kind() == Entry.Kind.LINK) {
            line.append(" -> ").append(PrintableName.of(entry.linkTarget()));
        }
        return line.toString();
    }

    private static char type(Entry.Kind kind) {
        return switch (kind) {
            case FILE -> '-';
            case DIRECTORY -> 'd';
            case LINK -> 'l';
            case SPECIAL -> 's';
        };
    }

    private static void appendMode(StringBuilder line, int mode) {
        for (int i = 0; i < LETTERS.length(); i++) {
            boolean set = (mode & 0400 >> i) != 0;
            line.append(set ? LETTERS.charAt(i) : '-');
        }
    }
}
