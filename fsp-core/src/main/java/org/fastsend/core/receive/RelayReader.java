package org.fastsend.core.receive;

import java.security.SecureRandom;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.trust.Verb;

/// Opens channels to relays that hold a transfer, with the capability that its sender left for them. Thread-safe;
/// opening blocks.
final class RelayReader {
    private final RelayConnector connector;

    RelayReader(CollectRequest request, Workplace workplace) {
        this.connector = new RelayConnector(LocalEnd.of(
                        request.reader(),
                        request.federation(),
                        workplace.buffers(),
                        workplace.epoch(),
                        new SecureRandom())
                .with(workplace.carriage()));
    }

    /// Whether the sender lets this reader have that relay forget the transfer.
    static boolean mayDrop(RelayNamed relay) {
        try {
            return Capability.decode(relay.readCapability()).verbs().contains(Verb.DROP);
        } catch (TrustException _) {
            return false; // nothing can be read there either, which is said when it is opened
        }
    }

    BlockChannel open(RelayNamed relay, ChannelListener listener) {
        return open(relay.host(), relay.port(), relay.key(), relay.readCapability(), listener);
    }

    /// @param key the only key that proves to be that relay
    /// @param capability encoded, to be shown to it
    BlockChannel open(String host, int port, KeyHash key, byte[] capability, ChannelListener listener) {
        try {
            Capability reading = Capability.decode(capability);
            return connector.connect(host, port, new ExpectedPeer.WithKey(key)).open(reading, listener);
        } catch (TrustException e) {
            throw new FspException(
                    ErrorCode.PROTOCOL, "the manifest's capability for " + host + ":" + port + " makes no sense", e);
        }
    }
}
