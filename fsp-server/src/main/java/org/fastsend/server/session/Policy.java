package org.fastsend.server.session;

import java.util.Set;
import org.fastsend.server.data.PortRange;
import org.fastsend.server.net.Announcement;
import org.fastsend.server.net.SessionReuse;
import org.fastsend.server.net.TrustedProxies;

/// What the operator decided about sessions.
///
/// @param requireTls no login and no data without TLS
/// @param sessionReuse what TLS on data connections has to prove, where a user has no rule of their own
/// @param passivePorts where passive data connections may be
/// @param announcement which address clients are told for them
/// @param proxies who speaks for clients
/// @param patience how long anything may take
/// @param hosts the names that clients may know the server by, in lower case; with none any will do
public record Policy(
        boolean requireTls,
        SessionReuse sessionReuse,
        PortRange passivePorts,
        Announcement announcement,
        TrustedProxies proxies,
        Patience patience,
        Set<String> hosts) {
    public static final Policy DEFAULT = new Policy(
            false,
            SessionReuse.PREFER,
            PortRange.ANY,
            Announcement.NONE,
            TrustedProxies.NONE,
            Patience.DEFAULT,
            Set.of());

    public Policy {
        hosts = Set.copyOf(hosts);
    }

    public Policy withRequireTls(boolean required) {
        return new Policy(required, sessionReuse, passivePorts, announcement, proxies, patience, hosts);
    }

    public Policy withSessionReuse(SessionReuse reuse) {
        return new Policy(requireTls, reuse, passivePorts, announcement, proxies, patience, hosts);
    }

    public Policy withPassivePorts(PortRange ports) {
        return new Policy(requireTls, sessionReuse, ports, announcement, proxies, patience, hosts);
    }

    public Policy withAnnouncement(Announcement other) {
        return new Policy(requireTls, sessionReuse, passivePorts, other, proxies, patience, hosts);
    }

    public Policy withProxies(TrustedProxies other) {
        return new Policy(requireTls, sessionReuse, passivePorts, announcement, other, patience, hosts);
    }

    public Policy withPatience(Patience other) {
        return new Policy(requireTls, sessionReuse, passivePorts, announcement, proxies, other, hosts);
    }

    public Policy withHosts(Set<String> names) {
        return new Policy(requireTls, sessionReuse, passivePorts, announcement, proxies, patience, names);
    }
}
