package org.fastsend.server.net;

/// How many threads of the system the further connections of all transfers in MODE E together may have. The first
/// connection of a transfer needs none of these, so each goes on, with fewer at once when many run: a process that
/// has all the threads that it may have could not even meet a client. Thread-safe.
public final class StreamThreads {
    /// For the whole server.
    public static final int MAX = 512;

    private int free = MAX;

    /// Takes as many as are wanted, but no more than half of what is free, so that something is left for who comes
    /// next.
    public synchronized int take(int wanted) {
        int taken = Math.min(wanted, Math.ceilDiv(free, 2));
        free -= taken;
        return taken;
    }

    public synchronized void giveBack(int taken) {
        free += taken;
    }
}
