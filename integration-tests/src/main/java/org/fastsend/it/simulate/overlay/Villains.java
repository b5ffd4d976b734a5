package org.fastsend.it.simulate.overlay;

import java.util.Collections;
import java.util.List;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Message.Measured;

/// Members that do not play fair. A liar reports to be next to whatever it is asked to measure. Sybils are members of
/// one
/// operator, who lie in the same way.
final class Villains {
    private static final float LIE_MILLIS = 0.1f;
    private static final int SYBIL_OPERATOR = 666;
    private static final int FIRST_OPERATOR = 1000;

    private final double liars;
    private final double sybils;
    private final Draw draw;

    Villains(double liars, double sybils, long seed) {
        this.liars = liars;
        this.sybils = sybils;
        draw = new Draw(seed, "villains");
    }

    static Villains none() {
        return new Villains(0, 0, 0);
    }

    boolean isSybil(int host) {
        return draw.unit(host, 0) < sybils;
    }

    boolean isLiar(int host) {
        return isSybil(host) || draw.unit(host, 1) < liars;
    }

    /// Everybody else answers for one member.
    int operatorOf(int host) {
        return isSybil(host) ? SYBIL_OPERATOR : FIRST_OPERATOR + host;
    }

    /// What really goes out when a host wants to send something.
    Message tell(int host, Message message) {
        if (liars + sybils == 0 || !(message instanceof Measured measured) || !isLiar(host)) {
            return message;
        }
        List<Float> lies = Collections.nCopies(measured.rttMillis().size(), LIE_MILLIS);
        return new Measured(measured.number(), measured.at(), lies, measured.candidates());
    }
}
