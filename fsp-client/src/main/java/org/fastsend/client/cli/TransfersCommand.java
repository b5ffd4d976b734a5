package org.fastsend.client.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.cli.BitRate;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.congestion.Policy;
import org.fastsend.core.control.ControlDirectory;
import org.fastsend.core.control.HostTransfers;
import org.fastsend.core.control.RateChange;
import org.fastsend.core.control.RunningTransfer;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `fsp transfers`: what runs on this host for this user, and how fast it may be.
@Command(
        name = "transfers",
        mixinStandardHelpOptions = true,
        description = {
            "Lists this host's running transfers of yours; with an ID and options, changes one while it runs.",
            "Rates and the cap bound everything; minimum rates, weights and policies are for what travels over UDP."
        })
public final class TransfersCommand implements FspCommand {
    /// How long it looks to tell how fast transfers are.
    private static final long LOOK_MILLIS = 500;

    private static final String UNBOUNDED = "unbounded";

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "ID", description = "The transfer to change.")
    private Optional<String> id = Optional.empty();

    @Option(
            names = "--rate",
            paramLabel = "RATE|unbounded",
            description = "Never faster than this, such as 100M bits per second.")
    private Optional<String> rate = Optional.empty();

    @Option(
            names = "--min-rate",
            paramLabel = "RATE",
            converter = BitRate.class,
            description = "Never slower than this on account of the network.")
    private Optional<Long> minRate = Optional.empty();

    @Option(names = "--policy", paramLabel = "NAME", description = "fair, high, low or fixed.")
    private Optional<Policy> policy = Optional.empty();

    @Option(names = "--weight", paramLabel = "W", description = "Share of a bottleneck or of the cap, 1/16 to 16.")
    private Optional<Double> weight = Optional.empty();

    @Option(
            names = "--cap",
            paramLabel = "RATE|unbounded",
            description = "All together never faster than this each way, those to come as well; without ID.")
    private Optional<String> cap = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        HostTransfers host = new HostTransfers(ControlDirectory.ofUser());
        Optional<Long> target = rate.map(TransfersCommand::bits).map(bits -> bits.orElse(0L));
        RateChange change = new RateChange(target, minRate, weight, policy);
        if (id.isEmpty()) {
            if (!change.isEmpty()) {
                throw new FspException(ErrorCode.USAGE, "say which transfer: 'fsp transfers' lists their IDs");
            }
            if (cap.isPresent()) {
                host.cap(bits(cap.get()));
            }
            print(new TransferListing(host.cap(), watched(host)));
            return ExitCode.OK.number();
        }
        if (cap.isPresent()) {
            throw new FspException(ErrorCode.USAGE, "--cap is for all transfers together: give it without an ID");
        }
        if (change.isEmpty()) {
            throw new FspException(ErrorCode.USAGE, "nothing to change: give --rate, --min-rate, --policy or --weight");
        }
        RunningTransfer changed = changed(host, id.get(), change);
        TransferListing.Row row = watched(host).stream()
                .filter(one -> one.transfer().id().equals(changed.id()))
                .findFirst()
                .orElse(new TransferListing.Row(changed, 0, 0));
        print(new TransferListing(host.cap(), List.of(row)));
        return ExitCode.OK.number();
    }

    private static RunningTransfer changed(HostTransfers host, String id, RateChange change) throws IOException {
        try {
            return host.change(id, change)
                    .orElseThrow(() -> new FspException(ErrorCode.MISSING_PATH, "no transfer " + id + " runs here"));
        } catch (IllegalArgumentException e) {
            throw new FspException(ErrorCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    /// What runs, and how fast it is by what it moves in a moment.
    private static List<TransferListing.Row> watched(HostTransfers host) throws IOException, InterruptedException {
        List<RunningTransfer> earlier = host.list();
        if (earlier.isEmpty()) {
            return List.of();
        }
        long begunNanos = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        List<TransferListing.Row> rows = new ArrayList<>();
        List<RunningTransfer> now = host.list();
        long elapsedNanos = System.nanoTime() - begunNanos;
        for (RunningTransfer one : now) {
            RunningTransfer before = earlier.stream()
                    .filter(other -> other.id().equals(one.id()))
                    .findFirst()
                    .orElse(one);
            rows.add(TransferListing.Row.of(before, one, elapsedNanos));
        }
        return rows;
    }

    private static Optional<Long> bits(String text) {
        try {
            return text.equals(UNBOUNDED) ? Optional.empty() : Optional.of(new BitRate().convert(text));
        } catch (TypeConversionException e) {
            throw new FspException(ErrorCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private void print(TransferListing listing) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(listing.json());
        } else {
            listing.lines().forEach(out::println);
        }
    }
}
