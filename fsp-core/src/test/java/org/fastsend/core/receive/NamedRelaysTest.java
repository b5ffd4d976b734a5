package org.fastsend.core.receive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.manifest.FeedEntry;
import org.junit.jupiter.api.Test;

class NamedRelaysTest {
    /// A receiver whose relays are all down hears that they refuse the connection, not that there are no others.
    @Test
    void whileTheManifestHasNamedNobodyThereIsNothingToFollowAndNothingToComplainOf() throws Exception {
        List<FeedEntry> entries = new ArrayList<>();
        var relays = new NamedRelays(host -> {
            throw new AssertionError("nobody was named, and " + host.name() + " is asked");
        });

        relays.follow(0, entries::add);

        assertEquals(List.of(), entries);
    }
}
