package org.fastsend.client.cli;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.fastsend.client.collecting.Destination;
import org.fastsend.client.collecting.PlainDownload;
import org.fastsend.client.collecting.StripedGet;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.FtpUrl;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.client.progress.TransferSummary.Assurance;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.net.Carriage;
import org.fastsend.core.net.rate.Pace;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.overlay.net.OverlayClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `fsp get`: a file or tree from a server.
@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        description = {
            "Brings a file or tree from a server: striped over relays where the server can, else by plain FTP.",
            "Run again after a failure, it goes on where it was."
        })
public final class GetCommand implements FspCommand {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private StripeOptions stripe = new StripeOptions();

    @Mixin
    private ChannelOptions channel = new ChannelOptions();

    @Mixin
    private Reporting reporting = new Reporting();

    @Option(
            names = "--direct",
            negatable = true,
            fallbackValue = "true",
            description =
                    "Whether this host takes blocks from the server directly too, beside the relays; by default it"
                            + " does unless it collects afterwards.")
    private Optional<Boolean> direct = Optional.empty();

    @Mixin
    private CollectOption collect = new CollectOption();

    @Option(names = "--plain", description = "Plain FTP: nothing is striped, and a server without TLS will do.")
    private boolean plain;

    @Parameters(index = "0", paramLabel = "URL", description = "ftp://[user[:password]@]host[:port]/path, or fsp://...")
    private String url = "";

    @Parameters(
            index = "1",
            paramLabel = "DEST",
            description =
                    "A directory to put it in (made if URL or DEST ends with /), or a new name for a single file.")
    private String destination = "";

    @Override
    public Integer call() {
        return reporting.report("collected", this::get);
    }

    private TransferSummary get(TransferMeter meter) throws InterruptedException {
        stripe.check();
        channel.check();
        boolean takesBlocks = direct.orElse(!collect.after());
        Map<String, String> parameters = parameters(takesBlocks);
        if (!stripe.bounds().needReceiver()) {
            return get(takesBlocks, parameters, meter);
        }
        try (OverlayClient probed = answeringProbes()) {
            parameters.put("Probe", String.valueOf(probed.probePort()));
            return get(takesBlocks, parameters, meter);
        }
    }

    /// Relays measure how far this host is only if it answers them.
    private OverlayClient answeringProbes() {
        Path member = server.federation()
                .orElseThrow(() -> new FspException(
                        ErrorCode.USAGE,
                        "relays measure how far a member of their federation is; give --federation DIR with this"
                                + " host's membership, or leave out dr= and middle"));
        Federation federation = Federation.load(member, new SystemEpochClock());
        return OverlayClient.open(
                Identity.load(member),
                federation,
                List.of(),
                Optional.empty(),
                new SystemNanoClock(),
                new SecureRandom());
    }

    private TransferSummary get(boolean takesBlocks, Map<String, String> parameters, TransferMeter meter)
            throws InterruptedException {
        FtpUrl from = FtpUrl.parse(url);
        boolean after = collect.after();
        SystemEpochClock epoch = new SystemEpochClock();
        StripedGet.Order order = new StripedGet.Order(
                from,
                Path.of(destination),
                isIntoDirectory(from),
                parameters,
                takesBlocks,
                after,
                stripe.streams(),
                server.federation()
                        .map(directory -> Federation.load(directory, epoch).pin()));
        Workbench bench = Workbench.forBlocksOf(stripe.blockSize().orElse(0));
        return channel.announced("get " + from, carriage -> {
            StripedGet striped = new StripedGet(
                    order,
                    epoch,
                    (self, federation) -> bench.workplace(self, federation).with(carriage),
                    meter);
            return get(from, striped, carriage, meter);
        });
    }

    private TransferSummary get(FtpUrl from, StripedGet striped, Carriage carriage, TransferMeter meter)
            throws InterruptedException {
        Optional<FtpServer> connected = connect(from, striped, meter);
        try {
            boolean stripes = connected.map(FtpServer::stripes).orElse(true);
            return plain || (!stripes && !from.stripes())
                    ? download(connected.orElseThrow(), from, carriage, meter)
                    : striped.run(connected);
        } finally {
            connected.ifPresent(FtpServer::close);
        }
    }

    private boolean isIntoDirectory(FtpUrl from) {
        return from.isDirectory() || Destination.isDirectory(destination);
    }

    private Map<String, String> parameters(boolean takesBlocks) {
        Map<String, String> all = new LinkedHashMap<>(stripe.parameters());
        all.putAll(channel.parameters());
        if (takesBlocks) {
            all.put("Direct", "yes");
        }
        return all;
    }

    /// A server that cannot be reached is not needed by a transfer that relays already hold.
    private Optional<FtpServer> connect(FtpUrl from, StripedGet striped, TransferMeter meter) {
        try {
            return Optional.of(server.connect(from, plain));
        } catch (FspException e) {
            boolean unreachable = e.code() == ErrorCode.CONNECT_REFUSED
                    || e.code() == ErrorCode.CONNECTION_LOST
                    || e.code() == ErrorCode.UNKNOWN_HOST;
            if (plain || !unreachable || !striped.canResume()) {
                throw e;
            }
            meter.remark(e.getMessage() + "; going on with what its relays hold");
            return Optional.empty();
        }
    }

    private TransferSummary download(FtpServer connected, FtpUrl from, Carriage carriage, TransferMeter meter) {
        if (!plain) {
            meter.remark(connected.address() + " does not stripe; this is plain FTP");
        }
        Path place = Path.of(destination);
        if (isIntoDirectory(from)) {
            Destination.prepared(place);
        }
        NanoClock clock = new SystemNanoClock();
        TransferReport report;
        try (Pace pace = carriage.rate().receivingPace(clock)) {
            report = new PlainDownload(connected, place, clock, pace, meter.receiver())
                    .run(from.absolutePath(connected.home()));
        }
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
