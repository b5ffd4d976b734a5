package org.fastsend.relay.store;

import org.fastsend.core.block.Buffers;
import org.fastsend.core.time.EpochClock;
import org.fastsend.relay.admission.Admission;

/// What a store is made of.
///
/// @param buffers where blocks are read and verified while the store is opened
public record StoreParts(
        Disk disk, StoreSettings settings, Admission admission, EpochClock clock, Lanes lanes, Buffers buffers) {}
