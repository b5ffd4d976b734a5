package org.fastsend.core.net;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.WireException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// Puts into one line, for the person who waits, how a connection failed.
final class NetFailures {
    private NetFailures() {}

    /// A connection could not be made.
    ///
    /// @param peer as the person named it: `host:port`
    static FspException connecting(String peer, Exception cause) {
        return switch (cause) {
            case FspException named -> named;
            case SocketTimeoutException e ->
                new FspException(
                        ErrorCode.CONNECT_REFUSED,
                        peer + " does not answer; is the host up, a firewall in the way?",
                        e);
            case ConnectException e ->
                new FspException(
                        ErrorCode.CONNECT_REFUSED, peer + " refuses the connection; does a relay run there?", e);
            case NoRouteToHostException e ->
                new FspException(ErrorCode.CONNECT_REFUSED, peer + " cannot be reached: " + text(e), e);
            case TrustException e -> new FspException(ErrorCode.UNTRUSTED, peer + " is not trusted: " + text(e), e);
            case WireException e -> notOurs(peer, e);
            case ProtocolException e -> notOurs(peer, e);
            case SSLException e
            when saysCertificate(e) ->
                new FspException(ErrorCode.UNTRUSTED, peer + " and this host do not trust each other: " + text(e), e);
            case SSLException e when HangUp.is(e) -> hungUp(peer, e);
            case SSLException e -> notOurs(peer, e);
            case EOFException e -> hungUp(peer, e);
            default ->
                new FspException(
                        ErrorCode.CONNECTION_LOST, "the connection to " + peer + " broke: " + text(cause), cause);
        };
    }

    /// A connection was made and no session came of it in time.
    static FspException tooSlow(String peer, Exception cause) {
        return new FspException(
                ErrorCode.CONNECTION_LOST, peer + " took the connection, but did not open a session in time", cause);
    }

    /// An open session ended.
    static FspException lost(String peer, Exception cause) {
        return switch (cause) {
            case FspException named -> named;
            case WireException e -> new FspException(ErrorCode.PROTOCOL, peer + " broke the protocol: " + text(e), e);
            case ProtocolException e ->
                new FspException(ErrorCode.PROTOCOL, peer + " broke the protocol: " + text(e), e);
            default ->
                new FspException(
                        ErrorCode.CONNECTION_LOST, "the connection to " + peer + " was lost: " + text(cause), cause);
        };
    }

    /// The peer said why it ends or refuses the session.
    static FspException goodbye(String peer, SessionFrame.Goodbye goodbye) {
        if (goodbye.code() == SessionFrame.Goodbye.IN_PEACE) {
            return new FspException(ErrorCode.CONNECTION_LOST, peer + " ended the session");
        }
        ErrorCode code = switch (Refusal.of(goodbye.code())) {
            case FORBIDDEN, EXPIRED -> ErrorCode.UNTRUSTED;
            case FULL, BUSY -> ErrorCode.CONNECT_REFUSED;
            case BAD_BLOCK, MISSING, FAILED -> ErrorCode.CONNECTION_LOST;
        };
        return new FspException(code, peer + " ended the session: " + goodbye.reason());
    }

    /// The message, or what kind of failure it is where there is none.
    static String text(Exception cause) {
        String message = cause.getMessage();
        boolean isEnd = cause instanceof EOFException && (message == null || message.isEmpty());
        // TLS closes its own socket when the peer is gone, and then stumbles over that.
        boolean isEndOfTls = cause instanceof SocketException && "Socket is closed".equals(message);
        if (isEnd || isEndOfTls) {
            return "the peer closed it";
        }
        return message == null || message.isEmpty() ? cause.getClass().getSimpleName() : message;
    }

    /// Networks fail and peers lie, and whoever waits is told; a mistake of this program (of a listener, say)
    /// belongs into the log too.
    static void logMistake(Logger log, String where, @Nullable Throwable cause) {
        if (cause instanceof RuntimeException && !(cause instanceof FspException)) {
            log.error("a mistake ended the {}", where, cause);
        }
    }

    private static FspException notOurs(String peer, Exception cause) {
        return new FspException(
                ErrorCode.PROTOCOL,
                peer + " does not speak the relay protocol (" + text(cause) + "); is it the right port?",
                cause);
    }

    private static FspException hungUp(String peer, IOException cause) {
        return new FspException(
                ErrorCode.CONNECTION_LOST,
                peer + " hung up before a session was open; is it a relay, or overloaded?",
                cause);
    }

    private static boolean saysCertificate(SSLException e) {
        return text(e).contains("certificate");
    }
}
