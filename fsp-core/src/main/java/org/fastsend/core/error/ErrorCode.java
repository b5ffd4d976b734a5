package org.fastsend.core.error;

/// What went wrong, by name. The command line gives each its own exit code.
public enum ErrorCode {
    /// The command, its options or a configuration file make no sense.
    USAGE,
    /// A host name does not resolve.
    UNKNOWN_HOST,
    /// Nobody listens there, or the host cannot be reached.
    CONNECT_REFUSED,
    /// An open connection broke or fell silent for too long.
    CONNECTION_LOST,
    /// The server does not accept this name and password.
    LOGIN_REFUSED,
    /// A certificate is missing, expired, or of another federation.
    UNTRUSTED,
    /// The other side answered with something outside the protocol.
    PROTOCOL,
    /// A file or directory is not there, or may not be read.
    MISSING_PATH,
    /// A file or directory may not be written.
    NOT_WRITABLE,
    DISK_FULL,
    /// A file changed while it was being read; what was sent of it is not one version.
    SOURCE_CHANGED,
    /// Reading or writing failed below the file system.
    IO_FAILURE,
    MALFORMED_TICKET,
    PORT_IN_USE,
    /// Too few relays accept the blocks for the copies that were asked for.
    NOT_ENOUGH_RELAYS,
    /// Relays that hold blocks of this transfer fail, and no other copy is left.
    RELAY_FAILED,
    /// Data does not match its checksum, tag or digest, and no good copy is left.
    INTEGRITY,
    INTERRUPTED,
    /// A mistake in this program.
    INTERNAL
}
