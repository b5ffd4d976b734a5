package org.fastsend.overlay.cli;

import org.fastsend.overlay.peer.Caps;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Caps as people write them: `2,2`.
public final class CapsText implements ITypeConverter<Caps> {
    @Override
    public Caps convert(String text) {
        try {
            return Caps.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
