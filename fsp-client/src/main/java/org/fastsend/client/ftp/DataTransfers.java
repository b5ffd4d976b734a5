package org.fastsend.client.ftp;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.commons.net.ftp.FTPReply;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// Commands whose data travels over a connection of its own, one after the other, and why one of them ended. Confined
/// to one thread at a time.
final class DataTransfers {
    private final FtpServer server;
    private final FtpsConnection connection;

    DataTransfers(FtpServer server, FtpsConnection connection) {
        this.server = server;
        this.connection = connection;
    }

    /// Sends a command and moves its data by `exchange`, then hears whether the server is content.
    ///
    /// A server that takes no more, for want of room or by a quota, or that serves no connection like this
    /// one, ends the data connection and gives its reason on the other one.
    ///
    /// @param what it is that the server would refuse
    <T> T run(String what, FtpServer.Exchange<T> exchange) throws IOException {
        T moved;
        try {
            moved = exchange.run();
        } catch (EOFException | SocketException | SSLException end) {
            if (isByUs(end)) {
                throw end;
            }
            throw whyItEnded(what, end);
        }
        if (!connection.completePendingCommand()) {
            throw server.refused(what, ErrorCode.CONNECTION_LOST);
        }
        return moved;
    }

    private static boolean isByUs(IOException end) {
        return end instanceof SSLPeerUnverifiedException
                || ServerTrust.UntrustedException.in(end).isPresent();
    }

    /// Without a reason the end of the connection is all that is known.
    private FspException whyItEnded(String what, IOException end) throws IOException {
        int reply;
        try {
            reply = connection.getReply();
        } catch (IOException silence) {
            end.addSuppressed(silence);
            throw end;
        }
        if (FTPReply.isPositiveCompletion(reply)) {
            throw end;
        }
        FspException reason = server.refused(what, ErrorCode.CONNECTION_LOST);
        reason.addSuppressed(end);
        return reason;
    }
}
