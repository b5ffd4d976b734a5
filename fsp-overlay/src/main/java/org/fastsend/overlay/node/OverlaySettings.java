package org.fastsend.overlay.node;

import org.fastsend.overlay.member.Watch;
import org.fastsend.overlay.peer.Caps;

/// How a node behaves.
///
/// @param mode what it does to find members
/// @param caps how many members of one operator or subnet may stand together in its rings and answers
/// @param watch how FSP finds out who is dead
public record OverlaySettings(Mode mode, Caps caps, Watch watch) {
    /// Two overlays in one program, so that the one can be measured against the other.
    public enum Mode {
        /// As published by Wong, Slivkins and Sirer, SIGCOMM 2005.
        MERIDIAN,
        FSP
    }

    public static OverlaySettings defaults() {
        return new OverlaySettings(Mode.FSP, Caps.NONE, Watch.LIFEGUARD);
    }

    public static OverlaySettings meridian() {
        return new OverlaySettings(Mode.MERIDIAN, Caps.NONE, Watch.LIFEGUARD);
    }

    public OverlaySettings withCaps(Caps other) {
        return new OverlaySettings(mode, other, watch);
    }

    public OverlaySettings watching(Watch other) {
        return new OverlaySettings(mode, caps, other);
    }
}
