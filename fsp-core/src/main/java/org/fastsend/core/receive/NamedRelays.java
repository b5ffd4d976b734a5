package org.fastsend.core.receive;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.ManifestHost;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;

/// Follows the manifest on whichever of the relays that it has named so far keeps a copy: the way that is left when
/// all others end. Thread-safe.
final class NamedRelays implements FeedSource {
    private final List<ManifestHost> named = new CopyOnWriteArrayList<>();
    private final Function<ManifestHost, FeedSource> feeds;

    NamedRelays(Function<ManifestHost, FeedSource> feeds) {
        this.feeds = feeds;
    }

    void add(RelayNamed relay) {
        if (!relay.host().isEmpty()) {
            named.add(new ManifestHost(relay.name(), relay.host(), relay.port(), relay.key(), relay.readCapability()));
        }
    }

    @Override
    public String name() {
        return "the relays that hold blocks";
    }

    @Override
    public void follow(long fromSequence, Predicate<FeedEntry> entries) throws InterruptedException {
        if (named.isEmpty()) {
            return; // why the other ways have ended is what people have to hear
        }
        new FeedCopies(named.stream().map(feeds).toList(), FeedCopies.HEAD_START).follow(fromSequence, entries);
    }
}
