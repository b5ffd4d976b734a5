package org.fastsend.server.striping;

import org.fastsend.core.manifest.Ticket;

/// A transfer that this server sends.
public interface StripedTransfer extends RunningTransfer {
    /// For the holder, whose private key it lacks.
    Ticket ticket();

    /// Reads what happens to it, and its manifest from an entry on.
    StoryReader follow(long fromSequence);
}
