package org.fastsend.core.net;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.PeerIdentity;
import org.fastsend.core.trust.TrustException;

/// A relay's policy: who shows a capability that a server or client of the federation signed for this relay
/// and for the peer's own key may do what it says; nobody else may do anything. Thread-safe.
public final class CapabilityPolicy implements SessionPolicy {
    private final Federation federation;
    private final KeyHash self;
    private final EpochClock clock;
    private final BlockHost host;
    private final int maxAllowances;
    /// The one that was asked for least lately first. Whoever signs capabilities can make up any number of them:
    /// where there are too many one is forgotten, and nobody is kept out.
    private final Map<Grant, PutAllowance> allowances = new LinkedHashMap<>(16, 0.75f, true);

    /// @param self key of the relay
    public CapabilityPolicy(Federation federation, KeyHash self, EpochClock clock, BlockHost host) {
        this(federation, self, clock, host, TcpLimits.MAX_ALLOWANCES);
    }

    /// For tests of the limit.
    CapabilityPolicy(Federation federation, KeyHash self, EpochClock clock, BlockHost host, int maxAllowances) {
        this.maxAllowances = maxAllowances;
        this.federation = federation;
        this.self = self;
        this.clock = clock;
        this.host = host;
    }

    @Override
    public Admission admit(PeerIdentity peer, TransferId transfer, Optional<Capability> capability) {
        if (capability.isEmpty()) {
            return new Admission.Refused(Refusal.FORBIDDEN, "a capability is needed here");
        }
        try {
            Grant grant = capability.get().verify(federation, self, peer.key(), clock.seconds());
            return new Admission.Hosted(grant, allowanceOf(grant), host, cause -> {});
        } catch (TrustException e) {
            return new Admission.Refused(Refusal.FORBIDDEN, NetFailures.text(e));
        }
    }

    /// The same for every session under equal grants, until they expire or others take its place.
    private PutAllowance allowanceOf(Grant grant) {
        synchronized (allowances) {
            PutAllowance known = allowances.get(grant);
            if (known != null) {
                return known;
            }
            long now = clock.seconds();
            allowances.keySet().removeIf(old -> old.expiresEpochSeconds() <= now);
            if (allowances.size() >= maxAllowances) {
                allowances.remove(allowances.keySet().iterator().next());
            }
            PutAllowance fresh = new PutAllowance(grant.maxBytes());
            allowances.put(grant, fresh);
            return fresh;
        }
    }
}
