package org.fastsend.client.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.cli.ByteSize;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.overlay.net.OverlayDirectory;
import org.fastsend.overlay.net.OverlayDirectory.Sides;
import org.fastsend.overlay.net.OverlayRelays;
import org.fastsend.overlay.net.Receiver;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.select.Bounds;
import org.fastsend.overlay.select.Candidate;
import org.fastsend.overlay.select.RelaySet;
import org.fastsend.overlay.select.Wish;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `fsp relays`: which relays a stripe would use, and why.
@Command(
        name = "relays",
        mixinStandardHelpOptions = true,
        description = {
            "Lists and ranks the relays of an overlay: for a stripe from this host, near a host, or between two.",
            "Hosts that are named have to answer probes: relays do."
        })
public final class RelaysCommand implements FspCommand {
    private static final int BITS = 8;

    @Spec
    private CommandSpec spec;

    @Mixin
    private OverlayOptions overlay = new OverlayOptions();

    @Option(
            names = "--federation",
            required = true,
            paramLabel = "DIR",
            description = "This host's membership: ca.crt, node.crt and node.key, as 'fsp ca issue' makes them.")
    private Path federation = Path.of("");

    @Option(names = "--near", paramLabel = "HOST[:PORT]", description = "Ranks for a stripe from that host.")
    private Optional<String> near = Optional.empty();

    @Option(
            names = "--for",
            paramLabel = "SENDER,RECEIVER",
            split = ",",
            description = "Ranks those in the middle between the two, each HOST[:PORT].")
    private List<String> ends = List.of();

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "How many relays the stripe would use at most (default: " + Wish.DEFAULT_RELAYS + ").")
    private int count = Wish.DEFAULT_RELAYS;

    @Option(names = "--json", description = "Prints one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        if (!overlay.isNamed()) {
            throw new FspException(ErrorCode.USAGE, "name a relay of the overlay with --join HOST:PORT");
        }
        if (count < 1 || count > Wish.MAX_RELAYS) {
            throw new FspException(ErrorCode.USAGE, "--count must be 1 to " + Wish.MAX_RELAYS);
        }
        Sides sides = sides();
        // Between two hosts both distances count, so both are asked for.
        Bounds bounds = ends.isEmpty() ? Bounds.ANYWHERE : Bounds.BETWEEN;
        Wish wish = Wish.ANY.withBounds(bounds).withRelays(count);
        Identity self = Identity.load(federation);
        try (OverlayRelays relays = overlay.open(self, Federation.load(federation, new SystemEpochClock()))) {
            RelaySet set = ask(relays.directory(wish, sides));
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(json(set));
            } else {
                print(set, out);
            }
        }
        return ExitCode.OK.number();
    }

    private RelaySet ask(OverlayDirectory relays) {
        try {
            return relays.ask();
        } catch (FspException e) {
            List<String> named = Stream.concat(near.stream(), ends.stream()).toList();
            if (named.isEmpty() || e.code() != ErrorCode.CONNECTION_LOST) {
                throw e;
            }
            throw new FspException(
                    e.code(),
                    "either no relay of the overlay answers where --join says, or nothing at "
                            + String.join(" or ", named) + " answers their probes; check the addresses",
                    e);
        }
    }

    private Sides sides() {
        if (near.isPresent() && !ends.isEmpty()) {
            throw new FspException(ErrorCode.USAGE, "give --near or --for, not both");
        }
        if (!ends.isEmpty() && ends.size() != 2) {
            throw new FspException(ErrorCode.USAGE, "--for takes SENDER,RECEIVER");
        }
        if (!ends.isEmpty()) {
            return new Sides(endpoint("--for", ends.get(0)), Optional.of(Receiver.at(endpoint("--for", ends.get(1)))));
        }
        return near.map(host -> new Sides(endpoint("--near", host), Optional.empty()))
                .orElse(Sides.FROM_HERE);
    }

    private static Endpoint endpoint(String option, String text) {
        RelayAddress named;
        try {
            named = RelayAddress.parseHost(text.strip());
        } catch (IllegalArgumentException e) {
            throw new FspException(ErrorCode.USAGE, option + ": " + e.getMessage(), e);
        }
        InetSocketAddress address = new InetSocketAddress(named.host(), named.port());
        if (address.isUnresolved()) {
            throw new FspException(ErrorCode.UNKNOWN_HOST, "unknown host " + named.host() + " for " + option);
        }
        return Endpoint.of(address);
    }

    private static void print(RelaySet set, PrintWriter out) {
        out.println("   relay                   sender    receiver  free      goodput");
        for (RelaySet.Judged judged : set.verdicts()) {
            Candidate relay = judged.candidate();
            out.printf(
                    Locale.ROOT,
                    "%s  %-22s  %-8s  %-8s  %-8s  %-10s  %s%n",
                    judged.chosen() ? "*" : " ",
                    relay.address(),
                    millis(relay.distance().senderMillis()),
                    millis(relay.distance().receiverMillis()),
                    relay.claim().freeBytes() == Long.MAX_VALUE
                            ? "?"
                            : ByteSize.format(relay.claim().freeBytes()),
                    relay.learntBytesPerSecond() == 0
                            ? "?"
                            : String.format(Locale.ROOT, "%.0f Mbit/s", relay.learntBytesPerSecond() * BITS / 1e6),
                    judged.why());
        }
    }

    private static String millis(double millis) {
        return Double.isNaN(millis) ? "?" : String.format(Locale.ROOT, "%.1f ms", millis);
    }

    private static String json(RelaySet set) {
        ObjectNode root = new ObjectMapper().createObjectNode();
        ArrayNode relays = root.putArray("relays");
        for (RelaySet.Judged judged : set.verdicts()) {
            Candidate relay = judged.candidate();
            ObjectNode node = relays.addObject()
                    .put("id", Long.toHexString(relay.id()))
                    .put("address", relay.address().toString())
                    .put("chosen", judged.chosen())
                    .put("why", judged.why());
            put(node, "senderMillis", relay.distance().senderMillis());
            put(node, "receiverMillis", relay.distance().receiverMillis());
            if (relay.claim().freeBytes() != Long.MAX_VALUE) {
                node.put("freeBytes", relay.claim().freeBytes());
            }
            if (relay.learntBytesPerSecond() > 0) {
                node.put("goodputBitsPerSecond", Math.round(relay.learntBytesPerSecond() * BITS));
            }
            node.put("expectedBitsPerSecond", Math.round(relay.expectedBytesPerSecond() * BITS));
        }
        return root.toString();
    }

    private static void put(ObjectNode node, String name, double value) {
        if (!Double.isNaN(value)) {
            node.put(name, Math.round(value * 1000) / 1000.0);
        }
    }
}
