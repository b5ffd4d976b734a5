package org.fastsend.server.net;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// What the server proves itself with.
///
/// @param chain the server's own certificate first
public record ServerKey(PrivateKey key, List<X509Certificate> chain) {
    public ServerKey {
        chain = List.copyOf(chain);
    }
}
