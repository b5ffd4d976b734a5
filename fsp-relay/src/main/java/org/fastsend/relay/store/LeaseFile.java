package org.fastsend.relay.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.fastsend.relay.lease.Lease;

/// A transfer's lease on the disk. It is replaced as a whole, so that there is always one.
final class LeaseFile {
    private static final String FILE = "lease";
    private static final String NEXT = "lease.next";

    private final Place place;

    LeaseFile(Place place) {
        this.place = place;
    }

    static boolean isOne(String name) {
        return name.equals(FILE) || name.equals(NEXT);
    }

    /// Returns once the lease would survive a power cut.
    void write(Lease lease) throws IOException {
        if (place.disk().exists(place.name(NEXT))) {
            place.disk().delete(place.name(NEXT));
        }
        try (DiskFile file = place.disk().create(place.name(NEXT))) {
            file.write(lease.encode(), 0);
            file.force();
        }
        place.disk().rename(place.name(NEXT), place.name(FILE));
        place.disk().forceDirectory(place.directory());
    }

    /// Empty if there is none, or none that can be understood.
    Optional<Lease> read() throws IOException {
        if (!place.disk().exists(place.name(FILE))) {
            return Optional.empty();
        }
        try (DiskFile file = place.disk().open(place.name(FILE))) {
            ByteBuffer bytes = ByteBuffer.allocate(Lease.LENGTH);
            file.read(bytes, 0);
            return file.size() == Lease.LENGTH ? Lease.decode(bytes.flip()) : Optional.empty();
        }
    }
}
