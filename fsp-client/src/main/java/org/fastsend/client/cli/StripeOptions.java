package org.fastsend.client.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.cli.ByteSize;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.Compression;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.overlay.select.Bounds;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The switches of a stripe, wherever the striper runs. What is not given is left to whoever stripes.
final class StripeOptions {
    private static final String AUTO = "auto";

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            description = "How blocks are spread: fcfs (default), round-robin, partitioned.")
    private Optional<String> strategy = Optional.empty();

    @Option(
            names = "--relays",
            paramLabel = "HOST:PORT,...|auto[:WHERE]",
            description =
                    "Relays to stripe to; auto (default): those that the striping side knows, or finds in the overlay."
                            + " WHERE narrows it, comma separated: sender, middle, ds=MILLIS, dr=MILLIS (round"
                            + " trips); any-subnet: those in the receiver's subnet are not taken to share its link.")
    private String relays = AUTO;

    @Option(names = "--copies", paramLabel = "N", description = "Copies of each block at release; 1 by default.")
    private Optional<Integer> copies = Optional.empty();

    @Option(
            names = "--block-size",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "Data in a block, 64K to 64M; 1M by default.")
    private Optional<Long> blockSize = Optional.empty();

    @Mixin
    private StreamsOption streams = new StreamsOption();

    @Option(
            names = "--cipher",
            paramLabel = "NAME",
            description = "aes-256-gcm (default), aes-128-gcm, chacha20-poly1305, blowfish (legacy), none.")
    private Optional<String> cipher = Optional.empty();

    @Option(
            names = "--compression",
            paramLabel = "NAME[:LEVEL]",
            description = "none, zstd or zlib, each block for itself where it helps.")
    private Optional<String> compression = Optional.empty();

    @Option(
            names = "--checksum",
            paramLabel = "NAME",
            description = "crc32c (default), adler32, crc32, md5, sha-1, sha-256.")
    private Optional<String> checksum = Optional.empty();

    /// Fails for values that make no sense, before anything is connected.
    void check() {
        strategy();
        relays();
        bounds();
        streams.count();
        cipher();
        compression();
        checksum();
        if (copies.isPresent() && (copies.get() < 1 || copies.get() > 16)) {
            throw wrong("--copies must be 1 to 16");
        }
        if (blockSize.isPresent() && (blockSize.get() < 64 << 10 || blockSize.get() > 64 << 20)) {
            throw wrong("--block-size must be 64K to 64M");
        }
    }

    /// What was given, as the parameters of `OPTS FSP` (docs/wire.md, "FTP extension").
    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        strategy.ifPresent(name -> parameters.put("Strategy", name.toLowerCase(Locale.ROOT)));
        copies.ifPresent(count -> parameters.put("Copies", count.toString()));
        blockSize.ifPresent(bytes -> parameters.put("Block", bytes.toString()));
        cipher.ifPresent(name -> parameters.put("Cipher", name.toLowerCase(Locale.ROOT)));
        compression.ifPresent(name -> parameters.put("Compression", name.toLowerCase(Locale.ROOT)));
        checksum.ifPresent(name -> parameters.put("Checksum", name.toLowerCase(Locale.ROOT)));
        streams.count().ifPresent(count -> parameters.put("Streams", String.valueOf(count)));
        relays().ifPresent(list -> parameters.put(
                "Relays", list.stream().map(RelayAddress::toString).collect(Collectors.joining(","))));
        if (relays().isEmpty() && !relays.equalsIgnoreCase(AUTO)) {
            parameters.put("Relays", relays.toLowerCase(Locale.ROOT));
        }
        return parameters;
    }

    /// How this host stripes: what was given, and defaults.
    StripeRequest.Shape shape() {
        SealOptions standard = SealOptions.standard();
        SealOptions seal = new SealOptions(
                cipher().orElse(standard.cipher()),
                compression().orElse(standard.compression()),
                checksum().orElse(standard.checksum()));
        return new StripeRequest.Shape(
                seal,
                blockSize().orElse(StripeRequest.Shape.DEFAULT_EXTENT_BYTES),
                strategy().orElse(Strategy.FIRST_COME),
                copies.orElse(1),
                streams.wish());
    }

    private Optional<Strategy> strategy() {
        return strategy.map(name -> parsed("--strategy", name, Strategy::parse));
    }

    /// The relays named; empty for auto.
    Optional<List<RelayAddress>> relays() {
        if (relays.equalsIgnoreCase(AUTO) || isBounded()) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(relays.split(",", -1))
                .map(text -> parsed("--relays", text.strip(), RelayAddress::parse))
                .distinct()
                .toList());
    }

    /// Where relays are to be, if they are not named.
    Bounds bounds() {
        return isBounded() ? parsed("--relays", relays.substring(AUTO.length() + 1), Bounds::parse) : Bounds.ANYWHERE;
    }

    private boolean isBounded() {
        return relays.toLowerCase(Locale.ROOT).startsWith(AUTO + ":");
    }

    /// The streams asked for, between relays and receiver too.
    StreamWish streams() {
        return streams.wish();
    }

    Optional<Integer> blockSize() {
        return blockSize.map(Math::toIntExact);
    }

    private Optional<CipherSuite> cipher() {
        return cipher.map(name -> parsed("--cipher", name, CipherSuite::parse));
    }

    private Optional<Compression> compression() {
        return compression.map(name -> parsed("--compression", name, Compression::parse));
    }

    private Optional<ChecksumAlgorithm> checksum() {
        return checksum.map(name -> parsed("--checksum", name, ChecksumAlgorithm::parse));
    }

    private static <T> T parsed(String option, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw wrong(option + ": " + e.getMessage());
        }
    }

    private static FspException wrong(String message) {
        return new FspException(ErrorCode.USAGE, message);
    }
}
