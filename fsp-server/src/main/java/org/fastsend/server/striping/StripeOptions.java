package org.fastsend.server.striping;

import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.net.TcpLimits;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.Compression;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.send.StripeRequest.Shape;
import org.fastsend.core.stripe.Strategy;

/// What `OPTS FSP` chose for the session's transfers (docs/wire.md, "FTP extension").
///
/// @param shape how blocks are made and spread
/// @param placing on which relays
/// @param travel how blocks travel
/// @param collectsAfter whether what the client stripes is fetched from relays only when all of it is there
public record StripeOptions(Shape shape, Placing placing, Travel travel, boolean collectsAfter) {
    static final int MAX_COPIES = 16;

    public static final StripeOptions DEFAULT = new StripeOptions(
            new Shape(SealOptions.standard(), Shape.DEFAULT_EXTENT_BYTES, Strategy.FIRST_COME, 1, StreamWish.AUTO),
            Placing.DEFAULT,
            Travel.DEFAULT,
            false);

    /// These options, changed by `NAME=VALUE;...`. Throws IllegalArgumentException with a line for people; then
    /// nothing of it counts.
    public StripeOptions with(String parameters) {
        StripeOptions result = this;
        for (String parameter : parameters.split(";", -1)) {
            if (!parameter.isBlank()) {
                int equals = parameter.indexOf('=');
                if (equals < 0) {
                    throw new IllegalArgumentException("'" + parameter.strip() + "' is no NAME=VALUE");
                }
                result = result.with(
                        parameter.substring(0, equals).strip(),
                        parameter.substring(equals + 1).strip());
            }
        }
        return result;
    }

    private StripeOptions with(String name, String value) {
        SealOptions seal = shape.seal();
        return switch (name) {
            case "Block" -> shaped(seal, number(name, value), shape.strategy(), shape.copies(), shape.streams());
            case "Strategy" -> shaped(seal, shape.extentSize(), Strategy.parse(value), shape.copies(), shape.streams());
            case "Copies" ->
                shaped(seal, shape.extentSize(), shape.strategy(), atMost(MAX_COPIES, name, value), shape.streams());
            case "Streams" ->
                shaped(
                        seal,
                        shape.extentSize(),
                        shape.strategy(),
                        shape.copies(),
                        StreamWish.exactly(atMost(TcpLimits.MAX_STREAMS, name, value)));
            case "Cipher" -> sealed(new SealOptions(CipherSuite.parse(value), seal.compression(), seal.checksum()));
            case "Compression" -> sealed(new SealOptions(seal.cipher(), Compression.parse(value), seal.checksum()));
            case "Checksum" ->
                sealed(new SealOptions(seal.cipher(), seal.compression(), ChecksumAlgorithm.parse(value)));
            case "Collect" -> new StripeOptions(shape, placing, travel, isAfter(value));
            default ->
                placing.with(name, value)
                        .map(other -> new StripeOptions(shape, other, travel, collectsAfter))
                        .or(() -> travel.with(name, value)
                                .map(other -> new StripeOptions(shape, placing, other, collectsAfter)))
                        .orElseThrow(() -> new IllegalArgumentException("there is no parameter " + name));
        };
    }

    private StripeOptions sealed(SealOptions seal) {
        return shaped(seal, shape.extentSize(), shape.strategy(), shape.copies(), shape.streams());
    }

    private StripeOptions shaped(SealOptions seal, int extentSize, Strategy strategy, int copies, StreamWish streams) {
        return new StripeOptions(
                new Shape(seal, extentSize, strategy, copies, streams), placing, travel, collectsAfter);
    }

    private static boolean isAfter(String value) {
        return switch (value) {
            case "now" -> false;
            case "after" -> true;
            default -> throw new IllegalArgumentException("Collect is now or after, not '" + value + "'");
        };
    }

    private static int atMost(int max, String name, String value) {
        int number = number(name, value);
        if (number > max) {
            throw new IllegalArgumentException(name + " is at most " + max);
        }
        return number;
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is a number, not '" + value + "'", e);
        }
    }
}
