package org.fastsend.core.channel;

/// How the futures of a {@link BlockChannel} end when the peer does not do what was asked; the channel lives on.
public final class RequestRefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final Refusal refusal;

    public RequestRefusedException(Refusal refusal, String message) {
        super(message);
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }
}
