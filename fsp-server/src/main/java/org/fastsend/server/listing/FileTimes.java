package org.fastsend.server.listing;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/// Times as RFC 3659 section 2.3 writes them: `YYYYMMDDHHMMSS`, in UTC, with a fraction if the client sends one.
public final class FileTimes {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter PARSER = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR, 4)
            .appendPattern("MMddHHmmss")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .toFormatter(Locale.ROOT);

    private FileTimes() {}

    public static String format(Instant time) {
        return FORMAT.format(time);
    }

    public static Optional<Instant> parse(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text, PARSER).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
