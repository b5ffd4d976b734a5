package org.fastsend.overlay.net;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Probes on their way to where peers are said to be, each with a number that nobody else can know: who
/// answers with it is there. Bounded. Not thread-safe.
final class Knocks {
    private static final int MOST = 4096;

    private final RandomGenerator random;
    /// By number, the index of the link that it is about.
    private final Map<Long, Integer> links = new LinkedHashMap<>();

    /// @param random nobody must be able to guess what it draws
    Knocks(RandomGenerator random) {
        this.random = random;
    }

    /// One more, in place of the last of the same link.
    Link.Knock begin(Link link, Path at) {
        link.knock().ifPresent(before -> links.remove(before.nonce()));
        long nonce = random.nextLong();
        links.put(nonce, link.index());
        if (links.size() > MOST) {
            links.remove(links.keySet().iterator().next());
        }
        return new Link.Knock(at, nonce);
    }

    /// The index of the link that an answer is about, once; empty if it answers no knock.
    Optional<Integer> answered(long nonce) {
        return Optional.ofNullable(links.remove(nonce));
    }
}
