package org.fastsend.client.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.fastsend.core.cli.BitRate;
import org.fastsend.core.cli.ByteSize;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.congestion.Policy;
import org.fastsend.core.congestion.RateSettings;
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

/// `fsp transfers`: what runs on this host for this user, and how fast it may be.
@Command(
        name = "transfers",
        mixinStandardHelpOptions = true,
        description = {
            "Lists this host's running transfers of yours; with an ID and options, changes one while it runs.",
            "Rates bound everything; minimum rates, weights and policies are for what travels over UDP."
        })
public final class TransfersCommand implements FspCommand {
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

    @Option(names = "--weight", paramLabel = "W", description = "Share of a bottleneck, 1/16 to 16.")
    private Optional<Double> weight = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        HostTransfers host = new HostTransfers(ControlDirectory.ofUser());
        Optional<Long> target = rate.map(text -> text.equals("unbounded") ? Long.valueOf(0) : bits(text));
        RateChange change = new RateChange(target, minRate, weight, policy);
        if (id.isEmpty()) {
            if (!change.isEmpty()) {
                throw new FspException(ErrorCode.USAGE, "say which transfer: 'fsp transfers' lists their IDs");
            }
            print(host.list());
            return ExitCode.OK.number();
        }
        if (change.isEmpty()) {
            throw new FspException(ErrorCode.USAGE, "nothing to change: give --rate, --min-rate, --policy or --weight");
        }
        print(List.of(changed(host, id.get(), change)));
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

    private static long bits(String text) {
        return new BitRate().convert(text);
    }

    private void print(List<RunningTransfer> transfers) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(transfers));
            return;
        }
        if (transfers.isEmpty()) {
            out.println("no transfers are running");
        }
        for (RunningTransfer one : transfers) {
            out.println(line(one));
        }
    }

    private static String line(RunningTransfer one) {
        RateSettings settings = one.settings();
        boolean bounded = settings.targetBytesPerSecond() != Long.MAX_VALUE;
        return String.format(
                Locale.ROOT,
                "%s  %s  channel %s, rate %s%s, weight %s, policy %s; over UDP %d sessions at %s, %s sent, %s received",
                one.id(),
                one.what(),
                one.channel().label(),
                bounded ? BitRate.format(settings.targetBytesPerSecond() * Byte.SIZE) : "unbounded",
                settings.minBytesPerSecond() > 0
                        ? ", at least " + BitRate.format(settings.minBytesPerSecond() * Byte.SIZE)
                        : "",
                settings.weight(),
                settings.policy().name().toLowerCase(Locale.ROOT),
                one.totals().connections(),
                BitRate.format(one.totals().rateBytesPerSecond() * Byte.SIZE),
                ByteSize.format(one.totals().deliveredBytes()),
                ByteSize.format(one.totals().receivedDataBytes()));
    }

    private static String json(List<RunningTransfer> transfers) {
        var root = new ObjectMapper().createObjectNode();
        ArrayNode list = root.putArray("transfers");
        for (RunningTransfer one : transfers) {
            RateSettings settings = one.settings();
            boolean bounded = settings.targetBytesPerSecond() != Long.MAX_VALUE;
            var node = list.addObject()
                    .put("id", one.id())
                    .put("what", one.what())
                    .put("channel", one.channel().label())
                    .put("minBitsPerSecond", settings.minBytesPerSecond() * Byte.SIZE)
                    .put("weight", settings.weight())
                    .put("policy", settings.policy().name().toLowerCase(Locale.ROOT))
                    .put("udpSessions", one.totals().connections())
                    .put("rateBitsPerSecond", one.totals().rateBytesPerSecond() * Byte.SIZE)
                    .put("sentBytes", one.totals().deliveredBytes())
                    .put("receivedBytes", one.totals().receivedDataBytes());
            if (bounded) {
                node.put("targetBitsPerSecond", settings.targetBytesPerSecond() * Byte.SIZE);
            } else {
                node.putNull("targetBitsPerSecond");
            }
        }
        return root.toString();
    }
}
