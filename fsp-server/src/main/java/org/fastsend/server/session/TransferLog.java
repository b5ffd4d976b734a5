package org.fastsend.server.session;

import java.util.Locale;
import org.fastsend.server.files.VirtualPath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The record of finished transfers, a line of `key=value` each, for syslog and its tools.
public final class TransferLog {
    private static final Logger LOG = LoggerFactory.getLogger("org.fastsend.transfers");
    private static final double NANOS_PER_SECOND = 1e9;

    private TransferLog() {}

    /// How a transfer ended.
    public enum Outcome {
        COMPLETE,
        ABORTED,
        FAILED
    }

    /// Who moved what.
    ///
    /// @param verb the command
    /// @param secure whether TLS protected the data
    public record Subject(String user, String peer, String verb, VirtualPath path, boolean secure) {}

    public static void write(Subject subject, long bytes, long nanos, Outcome outcome, String reason) {
        LOG.info(
                "transfer user={} peer={} verb={} path={} bytes={} seconds={} tls={} outcome={}{}",
                subject.user(),
                subject.peer(),
                subject.verb(),
                quoted(subject.path().toString()),
                bytes,
                String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_SECOND),
                subject.secure() ? "yes" : "no",
                outcome.name().toLowerCase(Locale.ROOT),
                reason.isEmpty() ? "" : " reason=" + quoted(reason));
    }

    /// Names are the clients' choice: they must not be able to forge a line.
    static String quoted(String text) {
        StringBuilder result = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                result.append('\\').append(c);
            } else {
                result.append(Character.isISOControl(c) ? '?' : c);
            }
        }
        return result.append('"').toString();
    }
}
