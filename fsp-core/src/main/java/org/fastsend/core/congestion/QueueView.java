package org.fastsend.core.congestion;

/// What one report tells of the queue that its packets met.
///
/// @param standing whether there was one, so that what was lost may be somebody's overflow
/// @param clear whether there was so little of it that it cannot be the cause of what was lost
/// @param nearFull whether it stood about as high as when it last overflowed; false if it never did
/// @param drained whether they were sent while the sender let the queue [drain][Drain]
/// @param rank how it stood among the reports before, from 0, the lowest, to 1, the highest ([QueueRank])
record QueueView(boolean standing, boolean clear, boolean nearFull, boolean drained, double rank) {
    QueueView withClear(boolean isClear) {
        return new QueueView(standing, isClear, nearFull, drained, rank);
    }
}
