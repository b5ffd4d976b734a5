package org.fastsend.core.net;

import java.util.Arrays;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLKeyException;
import org.fastsend.core.seal.StreamCipher;
import org.fastsend.core.wire.StreamPreamble;

/// The two ciphers of one data stream, keyed by the session's TLS exporter (docs/wire.md, "Stream"): only
/// the two ends of that TLS session can make them, and no two streams or directions share a key.
///
/// @param sending for records that this end writes
/// @param receiving for records that this end reads
record StreamKeys(StreamCipher sending, StreamCipher receiving) {
    private static final String LABEL = "EXPORTER-fsp-stream";
    private static final int KEY_BYTES = 32;

    static StreamKeys ofInitiator(ExtendedSSLSession tls, StreamPreamble stream) throws SSLKeyException {
        byte[] both = export(tls, stream);
        return new StreamKeys(initiators(both), acceptors(both));
    }

    static StreamKeys ofAcceptor(ExtendedSSLSession tls, StreamPreamble stream) throws SSLKeyException {
        byte[] both = export(tls, stream);
        return new StreamKeys(acceptors(both), initiators(both));
    }

    private static byte[] export(ExtendedSSLSession tls, StreamPreamble stream) throws SSLKeyException {
        return tls.exportKeyingMaterialData(LABEL, stream.keyContext(), 2 * KEY_BYTES);
    }

    private static StreamCipher initiators(byte[] both) {
        return new StreamCipher(Arrays.copyOf(both, KEY_BYTES));
    }

    private static StreamCipher acceptors(byte[] both) {
        return new StreamCipher(Arrays.copyOfRange(both, KEY_BYTES, 2 * KEY_BYTES));
    }
}
