package org.fastsend.core.wire;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/// The 128 random bits under which an acceptor knows a session. They cross the network in the clear in
/// front of every data stream and so prove nothing; what proves is a key from the session's TLS exporter.
public record SessionId(long high, long low) {
    public static final int LENGTH = 16;
    /// What an initiator says in its hello: only the acceptor chooses.
    public static final SessionId NONE = new SessionId(0, 0);

    public static SessionId read(ByteBuffer from) {
        return new SessionId(from.getLong(), from.getLong());
    }

    public void write(ByteBuffer into) {
        into.putLong(high).putLong(low);
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
