package org.fastsend.server.auth;

import java.net.InetAddress;
import java.util.LinkedHashMap;
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
    /// @param sinceNanos when it failed last
    private record Failures(int count, long sinceNanos) {}

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
    public synchronized long failed(InetAddress address, long nowNanos) {
        ClientNetwork from = ClientNetwork.of(address);
        int count = recent(from, nowNanos) + 1;
        failures.put(from, new Failures(count, nowNanos));
        return rules.delayNanos() << Math.min(count - 1, MAX_DOUBLINGS);
    }

    /// A right password makes good for the wrong ones before it, unless there were enough for a ban.
    public synchronized void succeeded(InetAddress address) {
        failures.computeIfPresent(
                ClientNetwork.of(address), (_, known) -> isEnoughForABan(known.count()) ? known : null);
    }

    public synchronized boolean isBanned(InetAddress address, long nowNanos) {
        return isEnoughForABan(recent(ClientNetwork.of(address), nowNanos));
    }

    private boolean isEnoughForABan(int count) {
        return rules.banAfter() > 0 && count >= rules.banAfter();
    }

    private int recent(ClientNetwork from, long nowNanos) {
        Failures known = failures.get(from);
        return known == null || nowNanos - known.sinceNanos() > rules.banNanos() ? 0 : known.count();
    }
}
