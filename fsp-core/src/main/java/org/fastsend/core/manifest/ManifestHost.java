package org.fastsend.core.manifest;

import java.util.Arrays;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.KeyHash;

/// Where a ticket's holder finds a copy of the manifest.
///
/// @param name as messages call it
/// @param host name or address, not empty
/// @param port 1 to 65535
/// @param key the only one that proves it is that host
/// @param capability an encoded [Capability] to read the feed there, never modified
public record ManifestHost(String name, String host, int port, KeyHash key, byte[] capability) {
    /// Bytes of the longest name or host.
    static final int MAX_NAME_BYTES = ManifestRecord.MAX_NAME_BYTES;

    public ManifestHost {
        if (RelativePath.utf8Length(name) > MAX_NAME_BYTES
                || host.isEmpty()
                || RelativePath.utf8Length(host) > MAX_NAME_BYTES
                || port < 1
                || port > 0xffff
                || capability.length > Capability.MAX_BYTES) {
            throw new IllegalArgumentException("manifest host out of range: " + name + " at " + host + ":" + port);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ManifestHost that
                && name.equals(that.name)
                && host.equals(that.host)
                && port == that.port
                && key.equals(that.key)
                && Arrays.equals(capability, that.capability);
    }

    @Override
    public int hashCode() {
        return key.hashCode() * 31 + port;
    }

    @Override
    public String toString() {
        return name + " (" + host + ":" + port + ")";
    }
}
