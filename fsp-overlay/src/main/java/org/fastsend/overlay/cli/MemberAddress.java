package org.fastsend.overlay.cli;

import org.fastsend.core.channel.RelayAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A member of the overlay as people name it: `HOST:PORT`, or `HOST` for the usual port.
public final class MemberAddress implements ITypeConverter<RelayAddress> {
    @Override
    public RelayAddress convert(String text) {
        try {
            return RelayAddress.parseHost(text.strip());
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
