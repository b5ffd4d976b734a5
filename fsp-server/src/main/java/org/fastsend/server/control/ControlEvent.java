package org.fastsend.server.control;

/// What a session's thread waits for on its control connection.
public sealed interface ControlEvent permits ControlLine, ControlEvent.Signal {
    /// What is no line.
    enum Signal implements ControlEvent {
        /// The client is gone; nothing will follow.
        GONE,
        /// Nothing came for the time that was given.
        SILENT,
        /// Another thread called [ControlConnection#wake]: there is something to look at.
        WOKEN
    }
}
