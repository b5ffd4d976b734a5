package org.fastsend.core.congestion;

/// What one report tells of the queue that its packets met.
///
/// @param standing whether there was one, so that what was lost may be somebody's overflow
/// @param clear whether there was so little of it that it cannot be the cause of what was lost
/// @param filling how much of the buffer it filled
/// @param drained whether they were sent while the sender let the queue [drain][Drain]
/// @param rank how it stood among the reports before, from 0, the lowest, to 1, the highest ([QueueRank])
record QueueView(boolean standing, boolean clear, Filling filling, boolean drained, double rank) {
    /// How high a queue stood, compared with when it last overflowed.
    enum Filling {
        /// It never did.
        UNKNOWN,
        /// Far from that, though there was a queue: nothing overflows.
        LOW,
        /// In between, or there was none.
        PARTLY,
        /// About as high.
        NEARLY_FULL
    }

    QueueView withClear(boolean isClear) {
        return new QueueView(standing, isClear, filling, drained, rank);
    }
}
