package org.fastsend.server.session;

import java.util.List;
import org.fastsend.server.data.ByteRanges;
import org.fastsend.server.data.ByteRanges.Range;

/// Which part of a file the next command is about.
public sealed interface Part {
    /// All of it.
    static Part whole() {
        return new From(0);
    }

    /// From an offset to the end (REST, RFC 3659 section 5).
    record From(long offset) implements Part {}

    /// One range (RANG, ERET).
    record Only(Range range) implements Part {}

    /// All but what is there already (REST in MODE E, GFD.20).
    record Without(ByteRanges there) implements Part {}

    /// The ranges that this means in a file of so many bytes, in order. May be none.
    default List<Range> of(long size) {
        return switch (this) {
            case From(long offset) -> offset < size ? List.of(new Range(offset, size)) : List.of();
            case Only(Range range) ->
                range.from() < size ? List.of(new Range(range.from(), Math.min(size, range.to()))) : List.of();
            case Without(ByteRanges there) -> there.missing(size);
        };
    }

    /// Whether a file of so many bytes has the place where this begins.
    default boolean beginsWithin(long size) {
        return switch (this) {
            case From(long offset) -> offset <= size;
            case Only(Range range) -> range.from() <= size;
            case Without(ByteRanges there) -> there.end() <= size;
        };
    }
}
