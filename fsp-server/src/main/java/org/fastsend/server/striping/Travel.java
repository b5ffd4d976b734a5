package org.fastsend.server.striping;

import java.util.Locale;
import java.util.Optional;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.congestion.Policy;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.Carriage;

/// What a client wants of the way its blocks travel.
///
/// @param channel what they travel on
/// @param rate of what is sent over UDP
public record Travel(ChannelKind channel, RateSettings rate) {
    private static final int WORDS = 5;
    static final Travel DEFAULT = new Travel(ChannelKind.AUTO, RateSettings.UNBOUNDED);

    /// Changed by one parameter of `OPTS FSP`; empty if it is none of these. Throws IllegalArgumentException with a
    /// line for people.
    Optional<Travel> with(String name, String value) {
        return switch (name) {
            case "Channel" -> Optional.of(new Travel(ChannelKind.parse(value), rate));
            case "Rate" -> rated(rate.withTarget(Math.max(1, bits(name, value) / Byte.SIZE)));
            case "MinRate" -> rated(rate.withMin(bits(name, value) / Byte.SIZE));
            case "Weight" -> rated(rate.withWeight(number(name, value)));
            case "Policy" -> rated(rate.withPolicy(Policy.valueOf(value.toUpperCase(Locale.ROOT))));
            default -> Optional.empty();
        };
    }

    /// The same within what the server allows itself.
    Carriage within(Carriage own) {
        RateSettings bounds = own.rate().settings();
        long target = Math.min(bounds.targetBytesPerSecond(), rate.targetBytesPerSecond());
        Policy policy = rate.policy() == Policy.FIXED && bounds.policy() != Policy.FIXED ? Policy.HIGH : rate.policy();
        RateSettings both = new RateSettings(target, Math.min(target, rate.minBytesPerSecond()), rate.weight(), policy);
        ChannelKind kind = own.kind() == ChannelKind.AUTO ? channel : own.kind();
        return new Carriage(kind, own.rate().within(both));
    }

    /// In one line, for [#parse].
    String encode() {
        return channel.label() + " " + rate.targetBytesPerSecond() + " " + rate.minBytesPerSecond() + " "
                + rate.weight() + " " + rate.policy();
    }

    /// Throws IllegalArgumentException for anything that [#encode] did not write.
    static Travel parse(String text) {
        String[] words = text.split(" ", -1);
        if (words.length != WORDS) {
            throw new IllegalArgumentException("'" + text + "' does not say how blocks travel");
        }
        RateSettings rate = new RateSettings(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Double.parseDouble(words[3]),
                Policy.valueOf(words[4]));
        return new Travel(ChannelKind.parse(words[0]), rate);
    }

    private Optional<Travel> rated(RateSettings settings) {
        return Optional.of(new Travel(channel, settings));
    }

    private static long bits(String name, String value) {
        return (long) number(name, value);
    }

    private static double number(String name, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is a number, not '" + value + "'", e);
        }
    }
}
