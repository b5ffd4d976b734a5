package org.fastsend.core.job;

import java.nio.file.Path;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.net.Carriage;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;

/// What one transfer works with: who it is, its memory, its clocks and a directory for what does not fit in memory.
///
/// @param buffers memory for blocks in flight, of this transfer alone: what a broken one has not given back goes with
///     it
/// @param memoryBytes the bound of that memory
/// @param spool an existing directory; files in it live as long as the transfer
/// @param carriage how its blocks travel
public record Workplace(
        Identity self,
        Federation federation,
        Buffers buffers,
        long memoryBytes,
        NanoClock clock,
        EpochClock epoch,
        Path spool,
        Carriage carriage) {
    /// With blocks that travel on whatever there is, as fast as the network allows.
    public Workplace(
            Identity self,
            Federation federation,
            Buffers buffers,
            long memoryBytes,
            NanoClock clock,
            EpochClock epoch,
            Path spool) {
        this(self, federation, buffers, memoryBytes, clock, epoch, spool, Carriage.unbounded());
    }

    /// A place for one of several transfers at a time, with a part of this one's memory, of which it
    /// gets half if it is alone. When the transfer has ended the part is to be abandoned.
    public Workplace part() {
        return new Workplace(self, federation, buffers.part(), memoryBytes / 2, clock, epoch, spool, carriage);
    }

    /// The same place for a transfer whose blocks travel so.
    public Workplace with(Carriage other) {
        return new Workplace(self, federation, buffers, memoryBytes, clock, epoch, spool, other);
    }
}
