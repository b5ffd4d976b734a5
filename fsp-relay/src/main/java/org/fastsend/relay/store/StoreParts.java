package org.fastsend.relay.store;

import org.fastsend.core.block.Buffers;
import org.fastsend.core.time.EpochClock;
import org.fastsend.relay.admission.Admission;

/// What a store is made of.
///
/// @param buffers where blocks that are read go; the same that the channel gives them back to
public record StoreParts(
        Disk disk, StoreSettings settings, Admission admission, EpochClock clock, Lanes lanes, Buffers buffers) {}
