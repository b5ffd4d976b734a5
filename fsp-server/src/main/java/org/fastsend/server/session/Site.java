package org.fastsend.server.session;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.auth.LoginGuard;
import org.fastsend.server.auth.Logins;
import org.fastsend.server.log.TransferLog;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.net.SessionTls;
import org.fastsend.server.net.Transport;

/// What all sessions of one server share.
///
/// @param root the directory that is served
/// @param rules the policy that holds
/// @param log the record of transfers
public record Site(
        Path root,
        Transport transport,
        ServerTls tls,
        Logins logins,
        AtomicReference<Policy> rules,
        LoginGuard guard,
        Attendance attendance,
        TransferLog log,
        EpochClock clock,
        NanoClock timer) {
    /// TLS for a new control connection.
    public SessionTls newTls() {
        return tls.newSession(policy().sessionReuse());
    }

    /// What holds now; it may change while sessions go on.
    public Policy policy() {
        return rules.get();
    }
}
