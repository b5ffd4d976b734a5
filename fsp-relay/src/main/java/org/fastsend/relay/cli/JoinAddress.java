package org.fastsend.relay.cli;

import org.fastsend.core.channel.RelayAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A member of the overlay, {@code HOST:PORT}.
final class JoinAddress implements ITypeConverter<RelayAddress> {
    @Override
    public RelayAddress convert(String text) {
        try {
            return RelayAddress.parse(text.strip());
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
