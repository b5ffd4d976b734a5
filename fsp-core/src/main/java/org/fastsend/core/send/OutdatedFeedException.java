package org.fastsend.core.send;

/// A manifest that has its final mark already does not say how things are now: what is sent, or what relays hold, is
/// not as it was.
final class OutdatedFeedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param what would have to be told
    OutdatedFeedException(String what) {
        super("the final mark would be followed by " + what);
    }
}
