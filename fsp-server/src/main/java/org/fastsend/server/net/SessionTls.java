package org.fastsend.server.net;

import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.util.List;

/// The TLS of one FTP session. Its tickets are sealed under keys that only this object has, so a data connection that
/// resumes anything at all resumes this very session, as often as the client likes to show one ticket. Thread-safe;
/// the data connections of one transfer all move the same way.
///
/// TLS 1.3 sends tickets behind the handshake. A client that only writes never reads them, and closing a socket with
/// something unread in it resets the connection: lftp would lose the end of every upload. So connections on which the
/// client only writes bring no tickets before it is done; and a client that shows each once and keeps but the last
/// (OpenSSL, and so curl) would have none for its second upload in a row. BoringSSL gives such a client its ticket
/// again ([TicketAgain]). Tickets of TLS 1.2 serve as often as they are shown: where one must be by everybody, that is
/// spoken with who speaks it ([FirstRecord]), which serves clients of older OpenSSL and Java's provider too.
public sealed interface SessionTls extends AutoCloseable permits JavaSessionTls, NativeSessionTls {
    /// The handlers for the control connection, in their order; what was written before they join the pipeline stays in
    /// the clear.
    List<ChannelHandler> control();

    /// TLS for a data connection.
    ///
    /// @param clientReads whether the server will send on it
    /// @throws IOException when the session is over
    SslHandler data(SessionReuse reuse, boolean clientReads) throws IOException;

    /// What stands in front of a data connection's TLS until the client said what it wants.
    static ChannelHandler beforeData(SslHandler data) {
        return new FirstRecord(data, TlsTerms.DATA_PROTOCOLS, false);
    }

    /// Whether a connection, its handshake done, continues this session.
    boolean isContinuedBy(SslHandler data);

    /// Whether the client has said, by the name of its protocol, that it wants PROT P.
    boolean impliesPrivateData();

    /// Frees what the session holds; connections that are open live on.
    @Override
    void close();
}
