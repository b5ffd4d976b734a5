package org.fastsend.client.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.FtpUrl;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.client.progress.TransferSummary.Assurance;
import org.fastsend.client.sending.Parcel;
import org.fastsend.client.sending.PlainUpload;
import org.fastsend.client.sending.StateDirectory;
import org.fastsend.client.sending.StripedPut;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.SourceTree;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.net.rate.Pace;
import org.fastsend.core.send.SenderState;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.overlay.net.OverlayRelays;
import org.fastsend.overlay.net.Receiver;
import org.fastsend.overlay.select.Bounds;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `fsp put`: local files to a server.
@Command(
        name = "put",
        mixinStandardHelpOptions = true,
        description = {
            "Brings local files to a server: striped over relays where the server can collect, else by plain FTP.",
            "This host is free when it ends, though the server may still be collecting from the relays.",
            "Broken off and run again with the same words, it goes on where it was."
        })
public final class PutCommand implements FspCommand {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private StripeOptions stripe = new StripeOptions();

    @Mixin
    private ChannelOptions channel = new ChannelOptions();

    @Mixin
    private OverlayOptions overlay = new OverlayOptions();

    @Mixin
    private Reporting reporting = new Reporting();

    @Option(
            names = "--direct",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Whether the server takes blocks from here directly too, beside the relays (default: yes).")
    private boolean direct = true;

    @Mixin
    private CollectOption collect = new CollectOption();

    @Option(names = "--wait", description = "End only when the server has collected and verified everything.")
    private boolean waits;

    @Option(names = "--plain", description = "Plain FTP: nothing is striped, and a server without TLS will do.")
    private boolean plain;

    @Parameters(
            paramLabel = "PATH... URL",
            hideParamSyntax = true,
            arity = "2..*",
            description = "Files and directories, then the server's directory that is to get them.")
    private List<String> pathsAndUrl = List.of();

    @Override
    public Integer call() {
        return reporting.report("sent", this::put);
    }

    private TransferSummary put(TransferMeter meter) throws InterruptedException {
        stripe.check();
        channel.check();
        collect.check();
        FtpUrl to = FtpUrl.parse(pathsAndUrl.getLast());
        try (FtpServer connected = server.connect(to, plain)) {
            String directory = to.absolutePath(connected.home());
            if (plain || (!connected.stripes() && !to.stripes())) {
                return upload(connected, directory, meter);
            }
            return striped(connected, directory, meter);
        }
    }

    private List<Path> roots() {
        return pathsAndUrl.subList(0, pathsAndUrl.size() - 1).stream()
                .map(Path::of)
                .toList();
    }

    private TransferSummary striped(FtpServer to, String directory, TransferMeter meter) throws InterruptedException {
        SourceTree.of(roots()).close(); // fails now if something is not there, before anything is kept or sent
        Workplace workplace = workplace(Workbench.forBlocksOf(stripe.shape().extentSize()));
        if (stripe.relays().isEmpty() && overlay.isNamed()) {
            try (OverlayRelays relays = overlay.open(workplace.self(), workplace.federation())) {
                Receiver receiver = Receiver.of(to.remoteAddress(), to.verbs().probePort(), direct && !collect.after());
                RelayDirectory found = relays.directory(stripe.bounds(), Optional.of(receiver), roots());
                return striped(to, directory, found, workplace, meter);
            }
        }
        if (!stripe.bounds().equals(Bounds.ANYWHERE)) {
            throw new FspException(
                    ErrorCode.USAGE,
                    "only the overlay knows where relays are: name one of them with --join, or leave out what"
                            + " stands behind auto");
        }
        List<RelayAddress> named = stripe.relays().orElse(List.of());
        if (named.isEmpty() && !direct) {
            throw new FspException(
                    ErrorCode.USAGE, "--no-direct needs relays: name them with --relays, or their overlay with --join");
        }
        return striped(to, directory, () -> named, workplace, meter);
    }

    private TransferSummary striped(
            FtpServer to, String directory, RelayDirectory relays, Workplace workplace, TransferMeter meter)
            throws InterruptedException {
        String place = to.address() + directory;
        StateDirectory states = Workbench.states();
        Optional<SenderState> state = states.open(roots(), place, stripe.shape(), workplace);
        try {
            Workbench.beginning(state).ifPresent(meter::remark);
            states.leftOut(roots()).ifPresent(reporting::say);
            Parcel parcel = Parcel.of(state, states.apartFrom(roots()), relays, stripe.shape(), workplace.epoch());
            return channel.announced(
                    "put " + place,
                    carriage -> new StripedPut(parcel, workplace.with(carriage), meter, direct, parameters())
                            .run(to, directory, waits));
        } finally {
            state.ifPresent(SenderState::close);
        }
    }

    /// Of the server's collection: blocks travel to it as they leave from here.
    private Map<String, String> parameters() {
        Map<String, String> all = new LinkedHashMap<>(channel.parameters());
        if (collect.after()) {
            all.put("Collect", "after");
        }
        return all;
    }

    private Workplace workplace(Workbench bench) {
        Path member = server.federation()
                .orElseThrow(() -> new FspException(
                        ErrorCode.USAGE,
                        "striping needs --federation DIR with this host's membership; or use --plain"));
        return bench.workplace(Identity.load(member), Federation.load(member, new SystemEpochClock()));
    }

    private TransferSummary upload(FtpServer connected, String directory, TransferMeter meter)
            throws InterruptedException {
        if (!plain) {
            meter.remark(connected.address() + " does not collect; this is plain FTP");
        }
        StateDirectory states = Workbench.states();
        states.leftOut(roots()).ifPresent(reporting::say);
        NanoClock clock = new SystemNanoClock();
        TransferReport report = channel.announced("put " + connected.address() + directory, carriage -> {
            try (Pace pace = carriage.rate().sendingPace(clock)) {
                return new PlainUpload(connected, clock, pace, meter.sender())
                        .run(states.apartFrom(roots()), directory);
            }
        });
        double seconds = meter.elapsedSeconds();
        return new TransferSummary(
                report.bytes(),
                report.files(),
                OptionalDouble.of(seconds),
                seconds,
                connected.isSecure() ? Assurance.SIZES : Assurance.NONE,
                0,
                report.relays(),
                meter.dropped(),
                meter.troubles());
    }
}
