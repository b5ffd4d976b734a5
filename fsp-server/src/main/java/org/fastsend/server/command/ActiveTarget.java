package org.fastsend.server.command;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.fastsend.server.data.ActiveAddress;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// What PORT, EPRT and SPOR may ask for: a connection to where the control connection comes from, to a third party only
/// for a user with the right to that, and never to a system service (RFC 2577 section 3).
final class ActiveTarget {
    private static final int FIRST_UNPRIVILEGED = 1024;
    private static final int MAX_PORT = 65535;

    private ActiveTarget() {}

    /// The address, if this session may have it.
    static ActiveAddress of(Session session, InetAddress address, int port) throws Refused {
        if (session.parameters().isExtendedPassiveOnly()) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "Only EPSV after EPSV ALL");
        }
        boolean allowed = address.equals(session.peer())
                || (session.user().user().rights().thirdParty() && !address.isMulticastAddress());
        if (!allowed || port < FIRST_UNPRIVILEGED || port > MAX_PORT) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "Only your own address, and ports above 1023");
        }
        return new ActiveAddress(
                session.site().transport(),
                session.control().local().getAddress(),
                new InetSocketAddress(address, port),
                session.parameters().bufferBytes());
    }
}
