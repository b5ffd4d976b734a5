package org.fastsend.core.receive;

import java.util.function.Predicate;
import org.fastsend.core.manifest.FeedEntry;

/// One way to follow a transfer's manifest feed: the control connection while it lasts, or the relays that keep
/// copies. A receiver tries its ways in order, and each takes over where the one before broke off.
public interface FeedSource {
    /// What this way is, for messages.
    String name();

    /// Hands over the entries from {@code fromSequence} on, as they come to exist, until {@code entries}
    /// says that no more are wanted; throws FspException when this way can tell no more, and passes on what
    /// {@code entries} throws. Returns at once while there is nobody to ask. Runs on a thread of its own, which is
    /// interrupted when the job ends.
    void follow(long fromSequence, Predicate<FeedEntry> entries) throws InterruptedException;
}
