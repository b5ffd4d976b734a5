package org.fastsend.client.sending;

import java.util.List;
import java.util.Optional;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.ManifestHost;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.send.SenderState;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.send.TransferSecrets;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Identity;

/// One sending: what, over which relays, how, the id and keys made for it, and what is kept of it until it is
/// released. Used once.
///
/// @param state what an earlier run has left and a later one would need; closed by whoever opened it
public record Parcel(
        TransferSecrets secrets,
        Optional<SenderState> state,
        SourceRoots roots,
        RelayDirectory relays,
        StripeRequest.Shape shape) {
    /// One that goes on with what an earlier run has left, or else has an id and keys that nothing else ever had.
    public static Parcel of(
            Optional<SenderState> state,
            SourceRoots roots,
            RelayDirectory relays,
            StripeRequest.Shape shape,
            EpochClock clock) {
        TransferSecrets secrets = state.map(SenderState::secrets).orElseGet(() -> TransferSecrets.fresh(clock));
        return new Parcel(secrets, state, roots, relays, shape);
    }

    /// @param reader whom relays shall let collect
    StripeRequest request(StripeRequest.Reader reader) {
        return new StripeRequest(
                secrets.transfer(), secrets.key(), roots, shape, reader, StripeRequest.DEFAULT_LEASE_SECONDS);
    }

    /// What lets somebody collect it.
    ///
    /// @param holder the key of whoever has the ticket; empty for a receiver that has told relays its own
    /// @param hosts where the manifest is
    /// @param latestEpochSeconds when it expires at the latest, since relays may keep it for less than usual
    Ticket ticket(Workplace workplace, Optional<Identity> holder, List<ManifestHost> hosts, long latestEpochSeconds) {
        long usual = workplace.epoch().seconds() + StripeRequest.DEFAULT_LEASE_SECONDS;
        return new Ticket(
                secrets.transfer(),
                secrets.key(),
                shape.seal().cipher(),
                Math.min(usual, latestEpochSeconds),
                holder,
                workplace.federation().authority(),
                workplace.self().keyHash(),
                hosts);
    }

    /// It is released, and whoever shall collect can. Should this fail, a later run finds nothing to go on with.
    void forget(TransferMeter meter) {
        try {
            state.ifPresent(SenderState::delete);
        } catch (FspException e) {
            meter.remark("what was kept for a later run stays: " + e.getMessage());
        }
    }
}
