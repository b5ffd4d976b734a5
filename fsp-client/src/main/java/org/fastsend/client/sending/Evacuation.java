package org.fastsend.client.sending;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.client.progress.TransferSummary.Assurance;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.ManifestHost;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.send.StripeJob;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.trust.Identity;

/// Stripes to relays alone, for whoever has the ticket. There is no server, and this host may be gone
/// afterwards.
public final class Evacuation {
    private final Parcel parcel;
    private final Workplace workplace;
    private final TransferMeter meter;

    /// @param workplace of a member of the federation, which signs what relays ask for
    public Evacuation(Parcel parcel, Workplace workplace, TransferMeter meter) {
        this.parcel = parcel;
        this.workplace = workplace;
        this.meter = meter;
    }

    /// Stripes until this host is free.
    ///
    /// @param keep puts the ticket where it is safe; called before anything says that the host is free
    public TransferSummary run(Consumer<Ticket> keep) throws InterruptedException {
        Identity holder = parcel.secrets().holder(); // whom relays shall let read, for whoever has the ticket
        StripeRequest request = parcel.request(new StripeRequest.Reader(holder.keyHash(), false));
        try (StripeJob job =
                new StripeJob(request, parcel.relays(), parcel.state(), workplace, new UntilReleased(meter.sender()))) {
            TransferReport report = job.run();
            long leaseEnd = job.leaseEndEpochSeconds();
            keep.accept(parcel.ticket(workplace, Optional.of(holder), hosts(job), leaseEnd));
            parcel.forget(meter);
            meter.release(report);
            return summary(report, meter, Assurance.RECEIPTS).withResumedBytes(job.resumedBytes());
        }
    }

    /// Relays that keep the manifest. Without it nobody finds what the others hold: the last of them may have died
    /// between its receipt and the end of the manifest.
    private static List<ManifestHost> hosts(StripeJob job) {
        List<ManifestHost> hosts = job.manifestHosts();
        if (hosts.isEmpty()) {
            throw new FspException(
                    ErrorCode.NOT_ENOUGH_RELAYS, "no relay keeps the whole manifest, so this host is not free");
        }
        return hosts;
    }

    /// What the sending side reports.
    static TransferSummary summary(TransferReport report, TransferMeter meter, Assurance assurance) {
        return new TransferSummary(
                report.bytes(),
                report.files(),
                meter.releasedSeconds(),
                meter.elapsedSeconds(),
                assurance,
                report.copies(),
                report.relays(),
                meter.dropped(),
                meter.troubles());
    }
}
