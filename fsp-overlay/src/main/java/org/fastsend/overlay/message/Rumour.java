package org.fastsend.overlay.message;

/// That a member is alive, may be dead, or is: believed only as far as it makes the hearer ask for itself.
///
/// @param id the member's
/// @param incarnation the one that the rumour is about
public record Rumour(long id, int incarnation, State state) {
    public enum State {
        ALIVE,
        SUSPECT,
        DEAD
    }
}
