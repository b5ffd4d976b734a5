package org.fastsend.it.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.it.simulate.UdpBuffer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Times, shares and buffers as people write them on the command line of a simulation.
final class Quantity {
    private static final double PERCENT = 100;
    private static final double MILLIS = 1e-3;
    private static final double MICROS = 1e-6;

    private Quantity() {}

    /// Seconds: `300ms`, `0.5s`, `200us`.
    static final class Time implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return seconds(text);
        }
    }

    /// A share: `5%` or `0.05`.
    static final class Share implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            boolean percent = text.endsWith("%");
            double value = number(percent ? text.substring(0, text.length() - 1) : text, text);
            return percent ? value / PERCENT : value;
        }
    }

    /// A bottleneck's queue: a time at the link's rate, or `4bdp`.
    static final class Buffer implements ITypeConverter<UdpBuffer> {
        @Override
        public UdpBuffer convert(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            if (lower.endsWith("bdp")) {
                return new UdpBuffer(
                        0, number(lower.substring(0, lower.length() - 3).strip(), text));
            }
            return new UdpBuffer(seconds(lower), 0);
        }
    }

    private static final Pattern TIME = Pattern.compile("([0-9.]+) ?(us|ms|s)");

    private static double seconds(String text) {
        Matcher time = TIME.matcher(text.toLowerCase(Locale.ROOT));
        if (!time.matches()) {
            throw new TypeConversionException("'" + text + "' is no time; write 300ms or 2s");
        }
        double value = number(time.group(1), text);
        return switch (time.group(2)) {
            case "us" -> value * MICROS;
            case "ms" -> value * MILLIS;
            default -> value;
        };
    }

    private static double number(String digits, String text) {
        try {
            return Double.parseDouble(digits);
        } catch (NumberFormatException _) {
            throw new TypeConversionException("'" + text + "' holds no number");
        }
    }
}
