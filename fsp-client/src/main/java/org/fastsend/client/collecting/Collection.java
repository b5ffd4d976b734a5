package org.fastsend.client.collecting;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.RelayShare;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.receive.CollectJob;
import org.fastsend.core.receive.CollectRequest;
import org.fastsend.core.receive.FeedCopies;
import org.fastsend.core.receive.FeedSource;
import org.fastsend.core.receive.RelayFeed;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.TrustException;

/// Collects what a ticket names. Killed or failed, the same ticket and destination go on where it was.
public final class Collection {
    private final Ticket ticket;
    private final Identity holder;
    private final Workplace workplace;
    private final StreamWish streams;

    /// Throws MALFORMED_TICKET if the ticket is of no use to anybody.
    ///
    /// @param workplace made with [#holder] and [#federation]
    /// @param streams parallel streams from each relay
    public Collection(Ticket ticket, Workplace workplace, StreamWish streams) {
        this.ticket = ticket;
        this.holder = holder(ticket, workplace.epoch());
        this.workplace = workplace;
        this.streams = streams;
    }

    /// The key that relays know as the holder's.
    public static Identity holder(Ticket ticket, EpochClock clock) {
        if (ticket.expiresEpochSeconds() <= clock.seconds()) {
            throw new FspException(
                    ErrorCode.MALFORMED_TICKET, "the ticket has expired: relays have deleted what it names");
        }
        return ticket.holder()
                .orElseThrow(() -> new FspException(
                        ErrorCode.MALFORMED_TICKET, "the ticket lacks its holder's key; ask for it again"));
    }

    /// The federation that the ticket trusts.
    public static Federation federation(Ticket ticket, EpochClock clock) {
        try {
            return new Federation(ticket.authority(), clock);
        } catch (TrustException e) {
            throw new FspException(
                    ErrorCode.MALFORMED_TICKET, "the ticket's federation makes no sense: " + e.getMessage(), e);
        }
    }

    /// The job, with the ways to the manifest that the ticket knows behind those given.
    ///
    /// @param output closed by the caller
    /// @param whenFinal whether relays are asked for nothing before everything is striped
    CollectJob job(OutputTree output, List<FeedSource> first, boolean whenFinal, TransferMeter meter) {
        CollectRequest request = new CollectRequest(
                ticket.transfer(),
                ticket.key(),
                ticket.cipher(),
                ticket.sender(),
                holder,
                workplace.federation(),
                streams,
                false,
                whenFinal);
        List<FeedSource> ways = new ArrayList<>(first);
        ways.add(new FeedCopies(
                ticket.hosts().stream()
                        .map(host -> (FeedSource) new RelayFeed(request, host, workplace))
                        .toList(),
                FeedCopies.HEAD_START));
        return new CollectJob(request, output, ways, workplace, meter.receiver());
    }

    /// Collects from relays alone, the sender gone or not.
    public TransferSummary run(Path destination, TransferMeter meter) throws InterruptedException {
        try (OutputTree output = OutputTree.open(destination, ticket.transfer())) {
            CollectJob job = job(output, List.of(), false, meter);
            return summary(job.run(), meter).withResumedBytes(job.resumedBytes());
        }
    }

    /// What the receiving side reports, with what is known of the sending one.
    static TransferSummary summary(TransferReport collected, TransferMeter meter) {
        Optional<TransferReport> sent = meter.sent();
        List<RelayShare> relays = sent.map(TransferReport::relays).orElse(collected.relays());
        return new TransferSummary(
                collected.bytes(),
                collected.files(),
                meter.releasedSeconds(),
                meter.elapsedSeconds(),
                TransferSummary.Assurance.DIGESTS,
                collected.copies(),
                relays,
                meter.dropped(),
                meter.troubles());
    }
}
