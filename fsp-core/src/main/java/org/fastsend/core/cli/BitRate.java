package org.fastsend.core.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Rates as people write them, in bits per second: `500k`, `45M`, `1G`, `2.5Gbit/s`; the letters count in powers of
/// 1000, as networks do.
public final class BitRate implements ITypeConverter<Long> {
    private static final Pattern FORM =
            Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)([kmgt]?)(?:b|bps|bit|bits|bit/s)?");
    private static final String UNITS = " kmgt";
    private static final double KILO = 1000;

    @Override
    public Long convert(String text) {
        Matcher rate = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!rate.matches()) {
            throw new TypeConversionException("'" + text + "' is no rate; write 500k, 45M or 1G (bits per second)");
        }
        int unit = rate.group(2).isEmpty() ? 0 : UNITS.indexOf(rate.group(2));
        long bits = Math.round(Double.parseDouble(rate.group(1)) * Math.pow(KILO, unit));
        if (bits < Byte.SIZE) {
            throw new TypeConversionException("'" + text + "' is too slow a rate");
        }
        return bits;
    }

    /// With the largest unit that leaves a digit before the point.
    public static String format(long bitsPerSecond) {
        int unit = 0;
        double value = bitsPerSecond;
        while (value >= KILO && unit < UNITS.length() - 1) {
            value /= KILO;
            unit++;
        }
        String letter = unit == 0 ? "" : UNITS.substring(unit, unit + 1).toUpperCase(Locale.ROOT);
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %sbit/s" : "%.1f %sbit/s", value, letter);
    }
}
