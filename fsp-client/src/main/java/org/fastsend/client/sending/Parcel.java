package org.fastsend.client.sending;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.files.SourceTree;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.ManifestHost;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.trust.Identity;

/// One sending: what, over which relays, how, and the id and key made for it. Used once.
public record Parcel(
        TransferId transfer, TransferKey key, List<Path> roots, RelayDirectory relays, StripeRequest.Shape shape) {
    /// Gives the sending an id and a key that nothing else ever had.
    public static Parcel of(List<Path> roots, RelayDirectory relays, StripeRequest.Shape shape) {
        SecureRandom random = new SecureRandom();
        byte[] id = new byte[TransferId.LENGTH];
        random.nextBytes(id);
        return new Parcel(TransferId.read(ByteBuffer.wrap(id)), TransferKey.random(random), roots, relays, shape);
    }

    /// Fails now if something to be sent is not there, before anything is sent.
    void check() {
        SourceTree.of(roots).close();
    }

    /// @param reader whom relays shall let collect
    StripeRequest request(StripeRequest.Reader reader) {
        return new StripeRequest(transfer, key, roots, shape, reader, StripeRequest.DEFAULT_LEASE_SECONDS);
    }

    /// What lets somebody collect it.
    ///
    /// @param holder the key of whoever has the ticket; empty for a receiver that has told relays its own
    /// @param hosts where the manifest is
    Ticket ticket(Workplace workplace, Optional<Identity> holder, List<ManifestHost> hosts) {
        return new Ticket(
                transfer,
                key,
                shape.seal().cipher(),
                workplace.epoch().seconds() + StripeRequest.DEFAULT_LEASE_SECONDS,
                holder,
                workplace.federation().authority(),
                workplace.self().keyHash(),
                hosts);
    }
}
