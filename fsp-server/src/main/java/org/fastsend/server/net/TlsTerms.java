package org.fastsend.server.net;

import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;

/// What TLS is spoken with, whoever provides it.
final class TlsTerms {
    /// What a client may say it speaks on a control connection, the preferred first. FileZilla's own name says that
    /// PROT P need not be said.
    static final List<String> CONTROL_PROTOCOLS = List.of("x-filezilla-ftp", "ftp");

    static final List<String> DATA_PROTOCOLS = List.of("ftp-data");
    static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");

    /// Forward secrecy and authenticated encryption; every client that knows TLS 1.2 has some of them.
    static final List<String> SUITES = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    static final int TICKET_SECONDS = (int) TimeUnit.DAYS.toSeconds(1);

    private static final long HANDSHAKE_TIMEOUT_MILLIS = 30_000;
    private static final long CLOSE_FLUSH_TIMEOUT_MILLIS = 10_000;

    private TlsTerms() {}

    /// Sets how patient a handler is.
    static SslHandler patient(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS);
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_FLUSH_TIMEOUT_MILLIS);
        return handler;
    }

    /// What a control connection needs.
    static List<ChannelHandler> behindFirstRecord(SslHandler tls, SessionReuse planned) {
        return List.of(new FirstRecord(tls, CONTROL_PROTOCOLS, planned == SessionReuse.REQUIRE), tls);
    }

    /// Has a data connection speak the version of its control connection: nothing of another can be resumed.
    static void keepVersion(SSLEngine data, SSLEngine control) {
        data.setEnabledProtocols(new String[] {control.getSession().getProtocol()});
    }

    static boolean impliesPrivateData(String controlProtocol) {
        return controlProtocol.equals("x-filezilla-ftp");
    }
}
