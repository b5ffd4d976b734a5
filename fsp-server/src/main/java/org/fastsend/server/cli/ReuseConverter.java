package org.fastsend.server.cli;

import org.fastsend.server.net.SessionReuse;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads `off`, `prefer` or `require`.
final class ReuseConverter implements ITypeConverter<SessionReuse> {
    @Override
    public SessionReuse convert(String value) {
        return switch (value) {
            case "off" -> SessionReuse.OFF;
            case "prefer" -> SessionReuse.PREFER;
            case "require" -> SessionReuse.REQUIRE;
            default -> throw new TypeConversionException("off, prefer or require, not " + value);
        };
    }
}
