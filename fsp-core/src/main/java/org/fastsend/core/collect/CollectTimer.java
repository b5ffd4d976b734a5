package org.fastsend.core.collect;

/// The kinds of timers of a collector.
enum CollectTimer {
    /// Of a source: it has delivered nothing for too long.
    STALL,
    /// Of a source: it may be asked again.
    RETRY,
    /// Of the machine: time to look after the slow ones.
    END_GAME,
    /// Of the machine: nothing has come for too long, nothing new will be known, and no source may have what is left.
    STUCK
}
