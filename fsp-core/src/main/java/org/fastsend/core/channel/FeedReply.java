package org.fastsend.core.channel;

import java.util.List;
import org.fastsend.core.manifest.FeedEntry;

/// Where a host hands over part of a manifest feed: exactly one call. Thread-safe.
public interface FeedReply {
    /// Entries in sequence, none if the host holds no more yet.
    void entries(List<FeedEntry> entries);

    void refused(Refusal refusal, String reason);
}
