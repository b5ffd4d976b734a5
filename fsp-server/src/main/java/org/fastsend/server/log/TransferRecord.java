package org.fastsend.server.log;

import java.time.Instant;
import org.fastsend.server.files.VirtualPath;

/// One finished transfer.
///
/// @param ended when
/// @param bytes of content that moved
/// @param reason why it failed; empty when it did not
public record TransferRecord(Subject subject, Instant ended, long bytes, long nanos, Outcome outcome, String reason) {
    private static final double NANOS_PER_SECOND = 1e9;

    /// How a transfer ended.
    public enum Outcome {
        COMPLETE,
        ABORTED,
        FAILED
    }

    /// Who moved what.
    ///
    /// @param verb the command
    /// @param path as the client sees it
    /// @param home the directory below the served root that the user sees as `/`
    /// @param binary whether bytes were bytes
    /// @param secure whether TLS protected the data
    public record Subject(
            String user, String peer, String verb, VirtualPath path, String home, boolean binary, boolean secure) {
        /// The path below the served root, which tells files of different users apart.
        VirtualPath served() {
            return VirtualPath.ROOT.resolve(home).resolve(path.toString().substring(1));
        }
    }

    double seconds() {
        return nanos / NANOS_PER_SECOND;
    }
}
