package org.fastsend.core.channel;

/// How many parallel streams somebody wants to a peer.
///
/// @param count to begin with, at least 1
/// @param mayGrow whether there may be more of them where one processor is not enough for those over UDP
public record StreamWish(int count, boolean mayGrow) {
    /// Where nobody says how many.
    public static final StreamWish AUTO = new StreamWish(4, true);

    public StreamWish {
        if (count < 1) {
            throw new IllegalArgumentException("streams must be at least 1");
        }
    }

    /// Just so many, whatever they get done.
    public static StreamWish exactly(int count) {
        return new StreamWish(count, false);
    }
}
