package org.fastsend.client.cli;

import java.nio.file.Path;
import org.fastsend.client.collecting.Collection;
import org.fastsend.client.collecting.Destination;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.TicketFile;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.time.SystemEpochClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `fsp collect`: what a ticket names, with the sender gone.
@Command(
        name = "collect",
        mixinStandardHelpOptions = true,
        description = {
            "Collects what a ticket names from the relays; several receivers may do so at the same time.",
            "Run again after a failure, it goes on where it was."
        })
public final class CollectCommand implements FspCommand {
    @Mixin
    private ChannelOptions channel = new ChannelOptions();

    @Mixin
    private StreamsOption streams = new StreamsOption();

    @Mixin
    private Reporting reporting = new Reporting();

    @Parameters(index = "0", paramLabel = "TICKET-FILE", description = "The ticket's file; - for standard input.")
    private String ticketFile = "";

    @Parameters(
            index = "1",
            paramLabel = "DEST",
            description = "A directory to put it in (made if DEST ends with /), or a new name for a single file.")
    private String destination = "";

    @Override
    public Integer call() {
        return reporting.report("collected", this::collect);
    }

    private TransferSummary collect(TransferMeter meter) throws InterruptedException {
        channel.check();
        streams.count();
        SystemEpochClock epoch = new SystemEpochClock();
        Ticket ticket = Ticket.parse(TicketFile.read(ticketFile, System.in));
        Workplace workplace = Workbench.forBlocksOf(0)
                .workplace(Collection.holder(ticket, epoch), Collection.federation(ticket, epoch));
        Path dest = Path.of(destination);
        if (Destination.isDirectory(destination)) {
            Destination.prepared(dest);
        }
        try {
            return channel.announced(
                    "collect " + destination,
                    carriage -> new Collection(ticket, workplace.with(carriage), streams.wish()).run(dest, meter));
        } catch (FspException e) {
            throw e.code() == ErrorCode.RELAY_FAILED ? later(e) : e;
        }
    }

    private static FspException later(FspException failure) {
        return new FspException(
                failure.code(),
                failure.getMessage() + "; run the command again when its relays are back: what came is kept",
                failure);
    }
}
