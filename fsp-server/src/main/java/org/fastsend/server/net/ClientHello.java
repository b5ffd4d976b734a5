package org.fastsend.server.net;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.MalformedBytesException;

/// What a client says first (RFC 8446 section 4.1.2), as far as it matters here.
///
/// @param protocols that the client wants to speak (RFC 7301); empty when it does not say
/// @param versions that it lists (RFC 8446 section 4.2.1); empty before TLS 1.3
record ClientHello(List<String> protocols, List<Integer> versions) {
    static final int TLS_1_2 = 0x0303;

    private static final int CLIENT_HELLO = 1;
    private static final int LENGTH_BYTES = 3;
    private static final int VERSION_BYTES = 2;
    private static final int RANDOM_BYTES = 32;
    private static final int PROTOCOLS = 16;
    private static final int SUPPORTED_VERSIONS = 43;

    /// Reads the content of a handshake record, which has to hold all of it.
    static ClientHello parse(byte[] content) throws MalformedBytesException {
        ByteReader in = new ByteReader(content);
        if (in.u8() != CLIENT_HELLO) {
            throw new MalformedBytesException("no ClientHello");
        }
        in.raw(LENGTH_BYTES + VERSION_BYTES + RANDOM_BYTES);
        in.raw(in.u8()); // session
        in.raw(in.u16()); // cipher suites
        in.raw(in.u8()); // compressions
        List<String> protocols = new ArrayList<>();
        List<Integer> versions = new ArrayList<>();
        ByteReader extensions = new ByteReader(in.remaining() == 0 ? new byte[0] : in.raw(in.u16()));
        while (extensions.remaining() > 0) {
            int type = extensions.u16();
            ByteReader extension = new ByteReader(extensions.raw(extensions.u16()));
            if (type == PROTOCOLS) {
                ByteReader names = new ByteReader(extension.raw(extension.u16()));
                while (names.remaining() > 0) {
                    protocols.add(new String(names.raw(names.u8()), StandardCharsets.ISO_8859_1));
                }
            } else if (type == SUPPORTED_VERSIONS) {
                ByteReader listed = new ByteReader(extension.raw(extension.u8()));
                while (listed.remaining() > 0) {
                    versions.add(listed.u16());
                }
            }
        }
        return new ClientHello(protocols, versions);
    }

    /// Whether the client names no protocol, or one of these.
    boolean wants(List<String> spoken) {
        return protocols.isEmpty() || protocols.stream().anyMatch(spoken::contains);
    }
}
