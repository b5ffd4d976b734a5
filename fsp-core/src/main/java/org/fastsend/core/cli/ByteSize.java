package org.fastsend.core.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Sizes as people write them: {@code 65536}, {@code 64K}, {@code 10G}, {@code 2TiB}; the letters count in powers of
/// 1024.
public final class ByteSize implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([kmgt]?)(i?b)?");
    private static final String UNITS = " kmgt";
    private static final int BITS_PER_UNIT = 10;
    private static final int KIBI = 1 << BITS_PER_UNIT;

    @Override
    public Long convert(String text) {
        Matcher size = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            throw new TypeConversionException("'" + text + "' is no size; write 64K, 1M, 10G or 2T");
        }
        int unit = size.group(2).isEmpty() ? 0 : UNITS.indexOf(size.group(2));
        return Long.parseLong(size.group(1)) << (BITS_PER_UNIT * unit);
    }

    /// With the largest unit that leaves a digit before the point.
    public static String format(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= KIBI && unit < UNITS.length() - 1) {
            value /= KIBI;
            unit++;
        }
        return unit == 0
                ? bytes + " B"
                : String.format(
                        Locale.ROOT,
                        "%.1f %siB",
                        value,
                        UNITS.substring(unit, unit + 1).toUpperCase(Locale.ROOT));
    }
}
