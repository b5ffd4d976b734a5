package org.fastsend.core.manifest;

import java.util.List;

/// What one entry of the feed adds to what is known of the transfer.
public sealed interface ManifestUpdate {
    record Records(List<ManifestRecord> records) implements ManifestUpdate {
        public Records {
            records = List.copyOf(records);
        }
    }

    record Placements(List<Placement> placements) implements ManifestUpdate {
        public Placements {
            placements = List.copyOf(placements);
        }
    }
}
