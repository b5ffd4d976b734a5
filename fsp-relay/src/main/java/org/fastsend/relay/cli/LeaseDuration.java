package org.fastsend.relay.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Durations as people write them: {@code 7d}, {@code 12h}, {@code 30m}, {@code 90s}.
final class LeaseDuration implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})([smhd])");

    @Override
    public Duration convert(String text) {
        Matcher duration = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!duration.matches()) {
            throw new TypeConversionException("'" + text + "' is no duration; write 7d, 12h or 30m");
        }
        long count = Long.parseLong(duration.group(1));
        return switch (duration.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }
}
