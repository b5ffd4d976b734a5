package org.fastsend.server;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.fastsend.server.auth.Guarding;
import org.fastsend.server.auth.User;
import org.fastsend.server.command.Extension;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.session.Policy;

/// How a test wants its server. Refused passwords are answered at once, and nobody is banned, unless a test asks.
///
/// @param guests users beside alice and bob, with the same password
public record House(
        ServerTls.Provider kind,
        Policy policy,
        Guarding guarding,
        int maxSessions,
        int maxPerClient,
        List<User> guests,
        Supplier<Extension> extensions) {
    public static final House USUAL = new House(
            ServerTls.Provider.FASTEST,
            Policy.DEFAULT,
            Guarding.DEFAULT.withDelayNanos(1).withBan(0, 1),
            10_000,
            10_000,
            List.of(),
            () -> Extension.NONE);

    House on(ServerTls.Provider other) {
        return new House(other, policy, guarding, maxSessions, maxPerClient, guests, extensions);
    }

    House under(UnaryOperator<Policy> change) {
        return new House(kind, change.apply(policy), guarding, maxSessions, maxPerClient, guests, extensions);
    }

    House guarded(UnaryOperator<Guarding> change) {
        return new House(kind, policy, change.apply(guarding), maxSessions, maxPerClient, guests, extensions);
    }

    House holding(int sessions, int perClient) {
        return new House(kind, policy, guarding, sessions, perClient, guests, extensions);
    }

    public House housing(User guest) {
        List<User> more = new ArrayList<>(guests);
        more.add(guest);
        return new House(kind, policy, guarding, maxSessions, maxPerClient, more, extensions);
    }

    public House speaking(Supplier<Extension> other) {
        return new House(kind, policy, guarding, maxSessions, maxPerClient, guests, other);
    }
}
