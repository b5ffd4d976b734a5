package org.fastsend.client.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.FtpUrl;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.client.progress.TransferSummary.Assurance;
import org.fastsend.client.sending.Parcel;
import org.fastsend.client.sending.PlainUpload;
import org.fastsend.client.sending.StripedPut;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.overlay.net.OverlayRelays;
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
            "This host is free when it ends, though the server may still be collecting from the relays."
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

    @Option(names = "--wait", description = "End only when the server has collected and verified everything.")
    private boolean waits;

    @Option(names = "--plain", description = "Plain FTP: nothing is striped, and a server without TLS will do.")
    private boolean plain;

    @Parameters(
            paramLabel = "PATH... URL",
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
        FtpUrl to = FtpUrl.parse(pathsAndUrl.getLast());
        List<Path> roots = pathsAndUrl.subList(0, pathsAndUrl.size() - 1).stream()
                .map(Path::of)
                .toList();
        try (FtpServer connected = server.connect(to, plain)) {
            String directory = to.absolutePath(connected.home());
            if (plain || (!connected.stripes() && !to.stripes())) {
                return upload(connected, roots, directory, meter);
            }
            Workplace workplace = workplace(Workbench.forBlocksOf(stripe.shape().extentSize()));
            if (stripe.relays().isEmpty() && overlay.isNamed()) {
                try (OverlayRelays relays = overlay.open(workplace.self(), workplace.federation())) {
                    Parcel parcel = Parcel.of(roots, relays.directory(stripe.bounds()), stripe.shape());
                    return striped(parcel, workplace, meter, connected, directory);
                }
            }
            List<RelayAddress> named = stripe.relays().orElse(List.of());
            if (named.isEmpty() && !direct) {
                throw new FspException(
                        ErrorCode.USAGE,
                        "--no-direct needs relays: name them with --relays, or their overlay with --join");
            }
            Parcel parcel = Parcel.of(roots, () -> named, stripe.shape());
            return striped(parcel, workplace, meter, connected, directory);
        }
    }

    private TransferSummary striped(
            Parcel parcel, Workplace workplace, TransferMeter meter, FtpServer connected, String directory)
            throws InterruptedException {
        return channel.announced(
                "put " + connected.address() + directory,
                carriage -> new StripedPut(parcel, workplace.with(carriage), meter, direct)
                        .run(connected, directory, waits));
    }

    private Workplace workplace(Workbench bench) {
        Path member = server.federation()
                .orElseThrow(() -> new FspException(
                        ErrorCode.USAGE,
                        "striping needs --federation DIR with this host's membership; or use --plain"));
        return bench.workplace(Identity.load(member), Federation.load(member, new SystemEpochClock()));
    }

    private TransferSummary upload(FtpServer connected, List<Path> roots, String directory, TransferMeter meter) {
        if (!plain) {
            meter.remark(connected.address() + " does not collect; this is plain FTP");
        }
        TransferReport report = new PlainUpload(connected, new SystemNanoClock(), meter.sender()).run(roots, directory);
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
