package org.fastsend.server.auth;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.server.net.ClientNetwork;

/// Remembers who has tried wrong passwords: each further one is answered later, and after too many an address is
/// turned away for a while, whatever connections it comes with. Keeps the [#MAX_ADDRESSES] that failed last.
/// Thread-safe.
public final class LoginGuard {
    static final int MAX_ADDRESSES = 10_000;

    /// The delay doubles so often at most.
    private static final int MAX_DOUBLINGS = 4;

    private volatile Guarding rules;
    private final Map<ClientNetwork, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ClientNetwork, Failures> eldest) {
            return size() > MAX_ADDRESSES;
        }
    };

    /// What an address has done.
    ///
    /// @param users whose password was wrong each time, by their hash: names may be long, and two that meet in one
    ///     are forgiven together
    /// @param sinceNanos when it failed last
    private record Failures(List<Integer> users, long sinceNanos) {}

    public LoginGuard(Guarding rules) {
        this.rules = rules;
    }

    public Guarding rules() {
        return rules;
    }

    /// Changes the rules for what comes from now on.
    public void follow(Guarding other) {
        rules = other;
    }

    /// Counts a wrong password, and says how long its answer is to take.
    public synchronized long failed(InetAddress address, String user, long nowNanos) {
        ClientNetwork from = ClientNetwork.of(address);
        List<Integer> users = new ArrayList<>(recent(from, nowNanos));
        users.add(user.hashCode());
        int counting = Math.max(rules.banAfter(), MAX_DOUBLINGS + 1);
        List<Integer> kept = users.subList(Math.max(0, users.size() - counting), users.size());
        failures.put(from, new Failures(List.copyOf(kept), nowNanos));
        return rules.delayNanos() << Math.min(kept.size() - 1, MAX_DOUBLINGS);
    }

    /// A right password makes good for that user's wrong ones before it, unless there were enough for a ban: whoever
    /// has one account is not to guess at others without end.
    public synchronized void succeeded(InetAddress address, String user) {
        failures.computeIfPresent(ClientNetwork.of(address), (_, known) -> {
            if (isEnoughForABan(known.users())) {
                return known;
            }
            List<Integer> others = known.users().stream()
                    .filter(each -> each != user.hashCode())
                    .toList();
            return others.isEmpty() ? null : new Failures(others, known.sinceNanos());
        });
    }

    public synchronized boolean isBanned(InetAddress address, long nowNanos) {
        return isEnoughForABan(recent(ClientNetwork.of(address), nowNanos));
    }

    private boolean isEnoughForABan(List<Integer> users) {
        return rules.banAfter() > 0 && users.size() >= rules.banAfter();
    }

    private List<Integer> recent(ClientNetwork from, long nowNanos) {
        Failures known = failures.get(from);
        return known == null || nowNanos - known.sinceNanos() > rules.banNanos() ? List.of() : known.users();
    }
}
