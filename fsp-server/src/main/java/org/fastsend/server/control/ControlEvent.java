package org.fastsend.server.control;

/// What comes of listening to a control connection.
public sealed interface ControlEvent permits ControlLine, ControlEvent.Signal {
    /// What is no line.
    enum Signal implements ControlEvent {
        /// The client is gone; nothing will follow.
        GONE,
        /// Nothing came for the time that was given.
        SILENT
    }
}
