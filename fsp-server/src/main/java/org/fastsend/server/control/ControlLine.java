package org.fastsend.server.control;

/// What came in the place of one line on a control connection.
public sealed interface ControlLine extends ControlEvent {
    /// A line without its end. It may hold control characters, but never CR, LF or NUL.
    record Text(String text) implements ControlLine {}

    /// A line beyond the bound; all of it was skipped.
    record TooLong() implements ControlLine {}

    /// A line that no command can be.
    record Malformed(String reason) implements ControlLine {}
}
