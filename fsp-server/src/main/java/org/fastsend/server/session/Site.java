package org.fastsend.server.session;

import java.nio.file.Path;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.auth.Logins;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.net.Transport;

/// What all sessions of one server share.
///
/// @param root the directory that is served
public record Site(
        Path root,
        Transport transport,
        ServerTls tls,
        Logins logins,
        Policy policy,
        EpochClock clock,
        NanoClock timer) {}
