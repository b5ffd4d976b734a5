package org.fastsend.overlay.member;

/// How members are watched. Two ways in one program, so that the one can be measured against the other.
public enum Watch {
    /// As published (Das, Gupta, Motivala, "SWIM", 2002): a suspect has a fixed time, and what others say is believed.
    SWIM,
    /// With the corrections of Dadgar, Phillips and Currey ("Lifeguard", 2018); and rumours only make a node look for
    /// itself.
    LIFEGUARD
}
