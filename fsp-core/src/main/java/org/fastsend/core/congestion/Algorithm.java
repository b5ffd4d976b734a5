package org.fastsend.core.congestion;

import java.util.Locale;

/// The control laws there are.
public enum Algorithm {
    /// FSP's own: delay-based, tells random loss from overflow.
    FSP,
    /// Equation 1 of "FAST TCP: From Theory to Experiments", paced.
    FAST,
    /// RFC 9438, paced.
    CUBIC;

    /// A new controller for one connection.
    ///
    /// @param datagramBytes size of a full datagram with IP header, as long as the path is unknown
    public Controller controller(RateSettings settings, int datagramBytes, long nowNanos) {
        return switch (this) {
            case FSP -> new FspController(settings, datagramBytes, nowNanos);
            case FAST -> new FastController(settings, datagramBytes);
            case CUBIC -> new CubicController(settings, datagramBytes);
        };
    }

    /// As the command line spells it.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
