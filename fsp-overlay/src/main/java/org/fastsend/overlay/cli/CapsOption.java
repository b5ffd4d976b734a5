package org.fastsend.overlay.cli;

import java.util.Optional;
import org.fastsend.overlay.peer.Caps;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// How many relays of one operator, and of one subnet, are known and named.
public final class CapsOption {
    @Option(
            names = "--caps",
            paramLabel = "N,M",
            converter = Text.class,
            description = "The overlay's relays: at most N of one operator and M of one subnet are known and named,"
                    + " 0 for any number (default: 2,2, and 0,0 on loopback).")
    private Optional<Caps> caps = Optional.empty();

    /// Empty where nobody says otherwise.
    public Optional<Caps> caps() {
        return caps;
    }

    /// Caps as people write them: `2,2`.
    static final class Text implements ITypeConverter<Caps> {
        @Override
        public Caps convert(String text) {
            try {
                return Caps.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
