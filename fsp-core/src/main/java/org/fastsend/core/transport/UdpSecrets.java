package org.fastsend.core.transport;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.fastsend.core.seal.DatagramCipher;

/// What binds a UDP connection to its authenticated TLS session: keys and connection ids, exported from
/// that session, so that only its two ends can take part and nothing needs to be negotiated over UDP
/// (docs/wire.md, "UDP").
public final class UdpSecrets {
    /// Label of the TLS exporter; the context is the session id and a u32 connection number.
    public static final String EXPORTER_LABEL = "EXPORTER-fsp-udp";
    /// Bytes to export.
    public static final int EXPORTED_BYTES = 2 * DatagramCipher.KEY_BYTES + 2 * Long.BYTES;

    private final Side side;
    private final byte[] exported;

    /// @param exported [#EXPORTED_BYTES] bytes: initiator's key, acceptor's key, initiator's and
    ///     acceptor's connection id
    public UdpSecrets(Side side, byte[] exported) {
        if (exported.length != EXPORTED_BYTES) {
            throw new IllegalArgumentException(exported.length + " bytes exported, not " + EXPORTED_BYTES);
        }
        this.side = side;
        this.exported = exported.clone();
    }

    public Side side() {
        return side;
    }

    /// The id in datagrams that come to this end.
    public long ownConnectionId() {
        return connectionId(side);
    }

    /// The id in datagrams that go to the other end.
    public long peerConnectionId() {
        return connectionId(other());
    }

    byte[] sendingKey() {
        return key(side);
    }

    byte[] receivingKey() {
        return key(other());
    }

    private Side other() {
        return side == Side.INITIATOR ? Side.ACCEPTOR : Side.INITIATOR;
    }

    private byte[] key(Side of) {
        int at = of == Side.INITIATOR ? 0 : DatagramCipher.KEY_BYTES;
        return Arrays.copyOfRange(exported, at, at + DatagramCipher.KEY_BYTES);
    }

    private long connectionId(Side of) {
        int at = 2 * DatagramCipher.KEY_BYTES + (of == Side.INITIATOR ? 0 : Long.BYTES);
        return ByteBuffer.wrap(exported).getLong(at);
    }
}
