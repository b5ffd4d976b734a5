package org.fastsend.overlay.select;

import java.util.Locale;
import java.util.Optional;
import org.fastsend.overlay.select.Candidate.Distance;

/// Where relays may be: within ds of the sender and dr of the receiver.
///
/// @param senderMillis the longest round trip to the sender (ds); infinite for any
/// @param receiverMillis the longest round trip to the receiver (dr); infinite for any
/// @param preference which of those that are allowed come first
/// @param hints whether a subnet shared with the receiver is taken as a sign of a shared link
public record Bounds(double senderMillis, double receiverMillis, Preference preference, boolean hints) {
    public static final Bounds ANYWHERE =
            new Bounds(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Preference.NEAR_SENDER, true);

    /// In the middle between sender and receiver, however far from both.
    public static final Bounds BETWEEN =
            new Bounds(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Preference.MIDDLE, true);

    private static final String ANY_SUBNET = "any-subnet";

    /// Which relay is the better among equally fast ones.
    public enum Preference {
        /// The sooner the sender is free.
        NEAR_SENDER,
        /// Neither far from the sender nor from the receiver: blocks are collected soon, too.
        MIDDLE
    }

    public Bounds {
        if (!(senderMillis > 0) || !(receiverMillis > 0)) {
            throw new IllegalArgumentException("a distance is a number of milliseconds above 0");
        }
    }

    public Bounds withHints(boolean other) {
        return new Bounds(senderMillis, receiverMillis, preference, other);
    }

    /// Whether they can be kept only where the receiver's distances are known.
    public boolean needReceiver() {
        return receiverMillis != Double.POSITIVE_INFINITY || preference == Preference.MIDDLE;
    }

    /// Whether distances decide more than an order.
    public boolean needDistances() {
        return needReceiver() || senderMillis != Double.POSITIVE_INFINITY;
    }

    /// Parses what stands behind `auto:`, comma separated: `sender`, `middle`, `any-subnet`, `ds=MILLIS`,
    /// `dr=MILLIS`.
    public static Bounds parse(String text) {
        Bounds bounds = ANYWHERE;
        for (String part : text.toLowerCase(Locale.ROOT).split(",", -1)) {
            String value = part.substring(part.indexOf('=') + 1);
            bounds = switch (part.substring(0, part.length() - value.length())) {
                case "ds=" -> new Bounds(millis(value), bounds.receiverMillis, bounds.preference, bounds.hints);
                case "dr=" -> new Bounds(bounds.senderMillis, millis(value), bounds.preference, bounds.hints);
                case "" ->
                    part.equals(ANY_SUBNET)
                            ? bounds.withHints(false)
                            : new Bounds(bounds.senderMillis, bounds.receiverMillis, preference(part), bounds.hints);
                default -> throw wrong(part);
            };
        }
        return bounds;
    }

    /// Why a relay at this distance is not allowed; empty if it is.
    public Optional<String> objection(Distance distance) {
        return objection("sender", distance.senderMillis(), senderMillis)
                .or(() -> objection("receiver", distance.receiverMillis(), receiverMillis));
    }

    /// The less the better; a distance that nobody measured counts as long.
    double detourMillis(Distance distance) {
        double sender = Double.isNaN(distance.senderMillis()) ? UNMEASURED_MILLIS : distance.senderMillis();
        double receiver = Double.isNaN(distance.receiverMillis()) ? UNMEASURED_MILLIS : distance.receiverMillis();
        return preference == Preference.MIDDLE ? Math.max(sender, receiver) : sender;
    }

    private static final double UNMEASURED_MILLIS = 1e4;

    private static Optional<String> objection(String whose, double millis, double bound) {
        if (bound == Double.POSITIVE_INFINITY || millis <= bound) {
            return Optional.empty();
        }
        return Optional.of(
                Double.isNaN(millis)
                        ? "its distance to the " + whose + " is not measured"
                        : String.format(
                                Locale.ROOT, "%.1f ms from the %s, farther than %.1f ms", millis, whose, bound));
    }

    private static Preference preference(String word) {
        return switch (word) {
            case "sender" -> Preference.NEAR_SENDER;
            case "middle" -> Preference.MIDDLE;
            default -> throw wrong(word);
        };
    }

    private static double millis(String text) {
        try {
            double millis = Double.parseDouble(text.endsWith("ms") ? text.substring(0, text.length() - 2) : text);
            if (millis > 0 && millis < Double.POSITIVE_INFINITY) {
                return millis;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(wrong(text).getMessage(), e);
        }
        throw wrong(text);
    }

    private static IllegalArgumentException wrong(String part) {
        return new IllegalArgumentException("'" + part
                + "' says nothing about distances; write sender, middle, any-subnet, ds=MILLIS or dr=MILLIS");
    }
}
