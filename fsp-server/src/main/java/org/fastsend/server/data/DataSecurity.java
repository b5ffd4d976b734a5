package org.fastsend.server.data;

import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import org.fastsend.server.net.SessionReuse;
import org.fastsend.server.net.SessionTls;

/// How TLS protects one data connection, decided when it opens: only then is it known who is logged in.
///
/// @param session the TLS of the control connection
/// @param clientReads whether the server sends
public record DataSecurity(SessionTls session, SessionReuse reuse, boolean clientReads) {
    SslHandler newHandler() throws IOException {
        return session.data(reuse, clientReads);
    }

    /// Looks at a finished handshake.
    void check(SslHandler done) throws SessionNotContinuedException {
        if (reuse == SessionReuse.REQUIRE && !session.isContinuedBy(done)) {
            throw new SessionNotContinuedException();
        }
    }
}
