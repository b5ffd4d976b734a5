package org.fastsend.client.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.client.sending.Evacuation;
import org.fastsend.client.sending.Parcel;
import org.fastsend.client.sending.StateDirectory;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.SourceTree;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.send.SenderState;
import org.fastsend.overlay.net.OverlayRelays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `fsp evacuate`: local files to relays, without any server.
@Command(
        name = "evacuate",
        mixinStandardHelpOptions = true,
        description = {
            "Stripes local files to relays, without any server; this host is free when it ends.",
            "Whoever has the ticket collects them with 'fsp collect'; keep it secret.",
            "Broken off and run again with the same paths, it goes on where it was."
        })
public final class EvacuateCommand implements FspCommand {
    @Mixin
    private SenderOptions sender = new SenderOptions();

    @Mixin
    private StripeOptions stripe = new StripeOptions();

    @Mixin
    private ChannelOptions channel = new ChannelOptions();

    @Mixin
    private OverlayOptions overlay = new OverlayOptions();

    @Mixin
    private Reporting reporting = new Reporting();

    @Option(
            names = "--ticket-file",
            paramLabel = "FILE",
            description = "Where to put the ticket (mode 0600). Without it the ticket is shown if standard output is a"
                    + " terminal, and put into ./fsp-ID.ticket otherwise.")
    private Optional<Path> ticketFile = Optional.empty();

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Files and directories.")
    private List<Path> paths = List.of();

    @Override
    public Integer call() {
        return reporting.report("evacuated", this::evacuate);
    }

    private TransferSummary evacuate(TransferMeter meter) throws InterruptedException {
        stripe.check();
        channel.check();
        if (stripe.relays().isEmpty() && !overlay.isNamed()) {
            throw new FspException(
                    ErrorCode.USAGE,
                    "no relays are known; name them with --relays HOST:PORT,..., or one of their overlay with --join");
        }
        if (stripe.bounds().needReceiver()) {
            throw new FspException(
                    ErrorCode.USAGE, "nobody knows yet who will collect, or where: leave out dr= and middle");
        }
        Workbench bench = Workbench.forBlocksOf(stripe.shape().extentSize());
        Workplace workplace = sender.workplace(bench);
        SourceTree.of(paths).close(); // fails now if something is not there, before anything is kept or sent
        if (stripe.relays().isPresent()) {
            List<RelayAddress> named = stripe.relays().get();
            return evacuate(meter, workplace, () -> named);
        }
        try (OverlayRelays relays = overlay.open(workplace.self(), workplace.federation())) {
            return evacuate(meter, workplace, relays.directory(stripe.bounds(), Optional.empty(), paths));
        }
    }

    private TransferSummary evacuate(TransferMeter meter, Workplace workplace, RelayDirectory relays)
            throws InterruptedException {
        StateDirectory states = Workbench.states();
        Optional<SenderState> state = states.open(paths, "", stripe.shape(), workplace);
        try {
            Parcel parcel = Parcel.of(state, states.apartFrom(paths), relays, stripe.shape(), workplace.epoch());
            TicketPlace place = TicketPlace.of(
                    ticketFile, reporting.isJson(), parcel.secrets().transfer());
            place.check();
            Workbench.beginning(state).ifPresent(meter::remark);
            states.leftOut(paths).ifPresent(reporting::say);
            return channel.announced(
                    "evacuate " + paths.getFirst(),
                    carriage ->
                            new Evacuation(parcel, workplace.with(carriage), meter).run(ticket -> keep(place, ticket)));
        } finally {
            state.ifPresent(SenderState::close);
        }
    }

    private void keep(TicketPlace place, Ticket ticket) {
        switch (place) {
            case TicketPlace.File file -> {
                file.write(ticket);
                reporting.add("ticketFile", "ticket", file.path().toString());
            }
            case TicketPlace.Screen _ -> reporting.add("ticket", "ticket", ticket.encode());
        }
        Instant end = Instant.ofEpochSecond(ticket.expiresEpochSeconds());
        reporting.add("collectBefore", "collect before", end.toString());
    }
}
